(termhost
 :fetcher github
 :repo "termhost/termhost"
 :files ("editors/emacs/*.el"))
