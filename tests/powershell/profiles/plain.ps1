# Nobody's: the profile is empty.
