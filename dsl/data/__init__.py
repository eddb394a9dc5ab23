"""What stands beside the rules: tables, maps, rulebooks, translations, other files."""
