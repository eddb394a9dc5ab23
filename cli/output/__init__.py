"""The screen and the streams, and how a command ends early."""
