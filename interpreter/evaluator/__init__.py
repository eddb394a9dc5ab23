"""The core worked out directly, without making code."""
