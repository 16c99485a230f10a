;;; powershell.el --- PowerShell in a terminal of Emacs, in short  -*- lexical-binding: t; -*-

;; The shell is TERMHOST_SHELL.  A command line, what it prints and its code.

(require 'support)

(defconst powershell-commands
  '(("'hello'" "hello" 0)
    ("sh -c 'echo bad >&2; exit 42'" "bad" 42)
    ("foreach ($i in 1..3) {\n  \"n$i\"\n}" "n1\nn2\nn3" 0)
    ("@'\none\n  two\n'@" "one\n  two" 0)
    ("'ä€😀'" "ä€😀" 0)
    ("Get-Item /nowhere -ErrorAction SilentlyContinue" "" 1)
    ("'same'; sh -c 'exit 2'" "same" 2)
    ("'same'; sh -c 'exit 2'" "same" 2)
    ("'same'; sh -c 'exit 2'" "same" 2)))

(ert-deftest powershell/commands ()
  "Each is run once, whole, and told with its code."
  (pcase-dolist (`(,line ,output ,code) powershell-commands)
    (let ((result (e2e-run line)))
      (ert-info ((e2e-say result))
        (should (equal (e2e-field result :status) "completed"))
        (should (string-prefix-p "emacs-" (e2e-field result :terminalId)))
        (should (equal (e2e-output result) output))
        (should (eql (e2e-field result :exitCode) code))))))

;;; powershell.el ends here
