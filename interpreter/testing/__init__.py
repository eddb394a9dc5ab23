"""Tests in the language of the rules, and what no test reaches."""
