"""Accounts: guests and registered people, and how requests are authenticated."""
