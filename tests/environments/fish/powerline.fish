# powerline, Debian's (2.8.3).
#: needs /usr/share/powerline/bindings/fish/powerline-setup.fish
source /usr/share/powerline/bindings/fish/powerline-setup.fish
powerline-setup
