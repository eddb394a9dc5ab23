"""The typed core: the small language between the checked rules and every target."""
