"""Programs: what keyword actions, abilities and card texts do, as data."""
