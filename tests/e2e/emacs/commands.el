;;; commands.el --- Every command, in the shell TERMHOST_SHELL  -*- lexical-binding: t; -*-

;; A command line and what must come of it.  `:output' is compared without blanks at its end, `:has' must be in it;
;; `:code' may be a list of what is right, `:fails' means any code but 0.  `:counted' says how many lines the file count
;; must have after it, so that nothing runs twice.  `:fish' and `:zsh' differ there.

(require 'support)

(defconst commands
  '((:name "echo" :command "echo hello" :output "hello" :code 0)
    (:name "failing" :command "sh -c 'echo bad >&2; exit 42'" :output "bad" :code 42)
    (:name "not found" :command "no-such-command-here" :has "no-such-command-here" :code 127)
    (:name "20000 lines" :command "seq 1 20000" :lines 20000 :code 0)
    (:name "progress" :output "step 3 of 3" :code 0
     :command "for i in 1 2 3; do printf \"\\rstep $i of 3\"; sleep 0.1; done; echo"
     :fish (:command "for i in 1 2 3; printf \"\\rstep $i of 3\"; sleep 0.1; end; echo"))
    (:name "loop over three lines" :output "n1\nn2\nn3" :code 0 :counted 3
     :command "for i in 1 2 3; do\n  echo n$i | tee -a count\ndone"
     :fish (:command "for i in 1 2 3\n  echo n$i | tee -a count\nend"))
    (:name "here-document" :command "cat <<EOF\nalpha\n  beta $HOME\nEOF" :has "alpha\n  beta /" :code 0
     :fish (:has "" :code nil :fails t)) ; fish has none
    (:name "quoted newline" :command "printf '%s|' 'one\ntwo' three; echo" :output "one\ntwo|three|" :code 0)
    (:name "subshell" :command "(echo inside; exit 4)" :output "inside" :code 4
     :fish (:command "sh -c '(echo inside; exit 4)'"))
    (:name "backslash" :command "\\ls -d /tmp" :output "/tmp" :code 0
     :fish (:output "/tmp/"))           ; its own ls marks folders
    (:name "cd and" :command "cd sub && ls" :output "readme.txt" :code 0)
    (:name "function" :command "greet() { echo \"hi $1\"; }" :output "" :code 0
     :fish (:command "function greet; echo \"hi $argv\"; end"))
    (:name "comment" :command "# nothing to see" :code (0 127) :has "")
    (:name "syntax error" :command "echo a; )" :has "" :fails t)
    (:name "two lines" :command "echo first >> count\necho second | tee -a count" :output "second" :code 0 :counted 2)
    (:name "no newline at the end" :command "printf 'no newline'" :output "no newline" :code 0)
    (:name "colours" :command "printf '\\033[31mred\\033[0m plain\\n'" :output "red plain" :code 0)
    (:name "umlauts" :command "printf 'ä€😀\\n'" :output "ä€😀" :code 0)
    (:name "not UTF-8" :command "printf '\\377<\\303\\050>\\n'" :output "\ufffd<\ufffd(>" :code 0)
    (:name "NUL and escapes" :command "printf 'a\\000b\\033]0;title\\007c\\n'" :output "abc" :code 0)
    (:name "killed" :command "sh -c 'kill -9 $$'" :has "" :code 137)
    (:name "exit 3" :command "exit 3" :has "" :code 3)
    (:name "after exit" :command "echo still here" :output "still here" :code 0)))

(defun commands-of (row shell)
  "ROW as it is in SHELL."
  (append (plist-get row (intern (concat ":" shell))) row))

(defun commands-check (row)
  "Run the command of ROW and compare what comes of it."
  (let ((count (e2e-file "count")))
    (when (file-exists-p count) (delete-file count))
    (let* ((result (e2e-run (plist-get row :command))) (code (e2e-field result :exitCode)))
      (ert-info ((e2e-say result))
        (should (equal (e2e-field result :status) "completed"))
        (should (e2e-field result :endedBy))
        (should (string-prefix-p "emacs-" (e2e-field result :terminalId)))
        (when (plist-get row :code) (should (member code (ensure-list (plist-get row :code)))))
        (when (plist-get row :fails) (should-not (eql code 0)))
        (when (plist-get row :output) (should (equal (e2e-output result) (plist-get row :output))))
        (when (plist-get row :has) (should (string-search (plist-get row :has) (e2e-output result))))
        (when (plist-get row :counted) (should (= (length (e2e-lines "count")) (plist-get row :counted))))
        (when (plist-get row :lines)
          (should (= (e2e-field result :output :totalLines) (plist-get row :lines)))
          (should (equal (split-string (e2e-artifact result) "\n" t)
                         (mapcar #'number-to-string (number-sequence 1 (plist-get row :lines))))))))))

(dolist (row commands)
  (let ((row (commands-of row e2e-shell)))
    (ert-set-test (intern (format "%s/%02d %s" e2e-shell (cl-position (plist-get row :name) commands :key (lambda (r) (plist-get r :name)) :test #'equal) (plist-get row :name)))
                  (make-ert-test :name (intern (format "%s/%s" e2e-shell (plist-get row :name)))
                                 :body (lambda () (commands-check row))))))

;;; commands.el ends here
