;;; parts-test.el --- The parts that need no server  -*- lexical-binding: t; -*-

(require 'ert)
(require 'cus-edit)
(require 'termhost)

(setq native-comp-enable-subr-trampolines nil) ; there may be no compiler

(defmacro parts-test-in-folder (&rest body)
  "Evaluate BODY in a new folder."
  `(let* ((folder (file-name-as-directory (file-truename (make-temp-file "termhost" t)))) (default-directory folder))
     (unwind-protect (progn ,@body) (delete-directory folder t))))

(defun parts-test-program (path says)
  "Make a program at PATH that SAYS something."
  (make-directory (file-name-directory (expand-file-name path)) t)
  (write-region (format "#!/bin/sh\necho '%s'\n" says) nil path nil 'quiet)
  (set-file-modes path #o755)
  (expand-file-name path))

;;; The program

(ert-deftest parts-program-is-found-in-this-order ()
  (parts-test-in-folder
   (let* ((version (concat "termhost " termhost-version))
          (exec-path (list (expand-file-name "path/")))
          (termhost-binary--directory (expand-file-name "checkout/editors/emacs/"))
          (termhost-program nil))
     (make-directory termhost-binary--directory t)
     (write-region "" nil "checkout/CMakePresets.json" nil 'quiet)
     (let ((message (error-message-string (should-error (termhost-binary-find) :type 'user-error))))
       (dolist (way '("exec-path" "termhost-program" "./scripts/build release")) (should (string-search way message))))
     (dolist (path '("path/termhost" "checkout/bin/termhost" "checkout/build/dev/bin/termhost" "checkout/build/release/bin/termhost"))
       (let ((program (parts-test-program path version)))
         (should (equal (termhost-binary-find) program))))
     (setq termhost-program (parts-test-program "own/termhost" version))
     (should (equal (termhost-binary-find) termhost-program)))))

(ert-deftest parts-program-must-be-termhost-in-a-version-that-fits ()
  (parts-test-in-folder
   (pcase-dolist (`(,says ,message) '(("hello" "is not termhost") ("termhost 9.0.0" "works with")))
     (let* ((termhost-program (parts-test-program "program" says))
            (failure (should-error (termhost-binary-find) :type 'user-error)))
       (should (string-search message (error-message-string failure)))))
   (let ((termhost-program (expand-file-name "missing")))
     (should (string-search "termhost-program" (error-message-string (should-error (termhost-binary-find))))))))

(ert-deftest parts-a-program-that-is-missing-is-told ()
  (let ((termhost-program "/nowhere/termhost") warned)
    (cl-letf (((symbol-function 'display-warning) (lambda (_type message &rest _) (push message warned)))
              ((termhost-server--state termhost-server-local) 'stopped))
      (termhost-restart)
      (should (= 1 (length warned)))
      (termhost-mode)
      (termhost-mode -1))
    (should (= 2 (length warned)))
    (dolist (message warned)
      (should (string-match-p "\\`.*/nowhere/termhost.* cannot be run (No such file or directory); name the right program in the option .termhost-program.\\'" message)))))

(ert-deftest parts-versions-that-fit ()
  (pcase-dolist (`(,a ,b ,fit) '(("0.1.0" "0.1.7" t) ("0.1.0" "0.2.0" nil) ("1.0.0" "1.9.0" t) ("1.0.0" "2.0.0" nil) ("0.1.0" "1.1.0" nil)))
    (should (eq fit (termhost-binary-compatible-p a b)))))

;;; Settings

(ert-deftest parts-settings-that-are-as-by-default-are-left-to-the-file ()
  (let ((wire (cdr (termhost-configuration))))
    (should (plist-member wire :maxTerminals))
    (should-not (plist-get wire :maxTerminals))
    (should-not (plist-get wire :autoApprove))
    (should (= (length wire) (* 2 (length termhost-settings))))))

(ert-deftest parts-options-are-typed ()
  (mapatoms
   (lambda (symbol)
     (when (and (custom-variable-p symbol) (string-prefix-p "termhost-" (symbol-name symbol)) (not (get symbol 'custom-autoload)))
       (ert-info ((symbol-name symbol))
         (should (get symbol 'custom-type))
         (should (widget-apply (widget-convert (get symbol 'custom-type)) :match (default-value symbol))))))))

(defun parts-test-options-of (group)
  "The options in GROUP, without its groups."
  (cl-loop for (symbol kind) in (get group 'custom-group) when (eq kind 'custom-variable) collect symbol))

(ert-deftest parts-options-are-in-their-groups ()
  (should (equal (sort (parts-test-options-of 'termhost-settings) #'string<) (sort (mapcar #'car termhost-settings) #'string<)))
  (dolist (option '(termhost-program termhost-shell termhost-mode))
    (should (memq option (parts-test-options-of 'termhost)))))

(ert-deftest parts-options-are-described-in-their-first-line ()
  (dolist (option (append (parts-test-options-of 'termhost-settings) (parts-test-options-of 'termhost)))
    (let ((line (car (split-string (documentation-property option 'variable-documentation t) "\n"))))
      (ert-info ((format "%s: %s" option line))
        (should (string-suffix-p "." line))
        (should-not (string-match-p "\\`The setting `" line))))))

(ert-deftest parts-risky-options-are-risky ()
  (dolist (option '(termhost-program termhost-server-arguments termhost-shell termhost-approval-function
                    termhost-allowed-commands termhost-auto-approve termhost-denied-commands termhost-asked-commands
                    termhost-builtin-rules termhost-secret-files termhost-hide-secrets termhost-sandbox termhost-terminals))
    (should (risky-local-variable-p option))
    (should-not (safe-local-variable-p option (default-value option)))))

(ert-deftest parts-dir-locals-do-not-change-settings-of-the-server ()
  (with-temp-buffer
    (setq-local termhost-auto-approve t termhost-allowed-commands '("*") termhost-sandbox '(:level "off")
                termhost-program "/folder/termhost" termhost-server-arguments '("--x") termhost-hide-secrets nil)
    (should-not (plist-get (cdr (termhost-configuration)) :autoApprove))
    (should-not (plist-get (cdr (termhost-configuration)) :allowedCommands))
    (should-not (plist-get (cdr (termhost-configuration)) :sandbox))
    (should-not (plist-get (cdr (termhost-configuration)) :hideSecrets))
    (should-not (equal (ignore-errors (termhost-binary--find)) "/folder/termhost"))))

(ert-deftest parts-settings-of-the-person-go-over-the-wire ()
  (let* ((termhost-max-terminals 7) (termhost-output-preview-size 'small) (termhost-auto-approve t) (termhost-allowed-commands '("make"))
         (termhost-yield-on-input nil) (wire (cdr (termhost-configuration))))
    (should (equal (plist-get wire :maxTerminals) 7))
    (should (equal (plist-get wire :outputPreviewSize) "small"))
    (should (equal (plist-get wire :autoApprove) t))
    (should (equal (plist-get wire :allowedCommands) ["make"]))
    (should (equal (plist-get wire :yieldOnInput) :json-false))
    (should (json-serialize wire :false-object :json-false))))

(ert-deftest parts-settings-that-were-taken-back-are-null ()
  (let* ((termhost-max-terminals nil) (termhost-output-preview-size nil) (wire (cdr (termhost-configuration))))
    (should (plist-member wire :maxTerminals))
    (should-not (plist-get wire :maxTerminals))
    (should-not (plist-get wire :outputPreviewSize))))

(ert-deftest parts-a-sandbox-is-a-level-or-a-plist-in-symbols-or-strings ()
  (pcase-dolist (`(,value ,sent) '((nil nil) (off (:level "off")) ("off" (:level "off")) ((:level "off") (:level "off"))
                                   ((:level workspace :network loopback :writable ("/a") :hidden nil :askInside nil)
                                    (:level "workspace" :network "loopback" :writable ["/a"] :hidden [] :askInside :json-false))))
    (let* ((termhost-sandbox value) (wire (cdr (termhost-configuration))))
      (ert-info ((format "%S" value))
        (should (widget-apply (widget-convert (get 'termhost-sandbox 'custom-type)) :match value))
        (should (equal (plist-get wire :sandbox) sent))
        (should (json-serialize wire :false-object :json-false)))))
  (should-not (widget-apply (widget-convert (get 'termhost-sandbox 'custom-type)) :match 'of)))

(ert-deftest parts-customize-shows-the-keys-and-levels-of-a-sandbox ()
  (with-temp-buffer
    (widget-create (get 'termhost-sandbox 'custom-type) :value '(:level workspace))
    (dolist (words '("[X] Key: :level\n" "workspace\n" "[ ] Key: :network\n" " none\n" "[ ] Key: :writable\n"))
      (ert-info ((buffer-string) :prefix words)
        (should (string-search words (buffer-string)))))))

(ert-deftest parts-the-readme-sets-the-sandbox ()
  (let ((termhost-sandbox nil) sent)
    (with-temp-buffer
      (insert-file-contents (expand-file-name "README.md" (file-name-directory (locate-library "termhost.el"))))
      (search-forward "```elisp\n(setq termhost-sandbox")
      (goto-char (match-beginning 0))
      (forward-line)
      (dotimes (_ 2)
        (eval (read (current-buffer)) t)
        (push (plist-get (cdr (termhost-configuration)) :sandbox) sent)))
    (should (equal (nreverse sent) '((:level "off") (:level "workspace" :network "loopback"))))))

(ert-deftest parts-an-option-that-is-wrong-is-named-and-not-sent ()
  (pcase-dolist (`(,option ,value ,sentence)
                 '((termhost-sandbox of "`of' is not one of off, auto, workspace, readOnly")
                   (termhost-sandbox (:level "off" :net none) "Its key `:net' is unknown; the keys are :level, :network, .*")
                   (termhost-sandbox (:level) "It is neither a word nor a plist")
                   (termhost-denied-commands "git push" "It is not a list of strings")
                   (termhost-max-terminals "5" "It is not an integer")
                   (termhost-terminals ours "`ours' is not one of auto, mirrored, owned")))
    (let ((text-quoting-style 'grave) termhost-configuration--warned shown)
      (cl-letf (((symbol-function 'display-warning) (lambda (_type message &rest _) (push message shown)))
                ((default-value option) value))
        (dotimes (_ 2) (should-not (plist-get (cdr (termhost-configuration)) (intern (concat ":" (cadr (assq option termhost-settings))))))))
      (ert-info ((format "%S" shown))
        (should (= 1 (length shown)))
        (should (string-match-p (format "\\`The option `%s' has the wrong value `%s', which has no effect: %s\\'"
                                        option (regexp-quote (prin1-to-string value)) sentence)
                                (car shown)))))))

;;; What the server says and is told

(defmacro parts-test-telling (&rest body)
  "Evaluate BODY, and return what it told and asked the server, in order."
  `(let (told)
     (cl-letf (((symbol-function 'termhost-server-notify) (lambda (method params) (push (list method params) told)))
               ((symbol-function 'termhost-server-request) (lambda (method params &rest _) (push (list method params) told))))
       ,@body)
     (nreverse told)))

(ert-deftest parts-the-trace-is-set-with-the-settings ()
  (cl-letf (((termhost-server--state termhost-server-local) 'ready)
            ((termhost-server--configuration termhost-server-local) (termhost-configuration))
            (termhost-trace 'verbose))
    (should (equal (parts-test-telling (dotimes (_ 2) (termhost-server--options-changed))) '(($/setTrace (:value "verbose")))))
    (should (equal (plist-get (termhost-server--initialize-params) :trace) "verbose"))))

;; As with `custom-set-variables' at the end of an init file, behind `termhost-mode'.
(ert-deftest parts-options-that-are-set-while-the-server-starts-reach-it ()
  (let (sent termhost-server-connected-hook (denied termhost-denied-commands))
    (cl-letf (((termhost-server--connection termhost-server-local) 'this)
              ((termhost-server--state termhost-server-local) 'starting)
              ((termhost-server--configuration termhost-server-local) nil)
              ((symbol-function 'jsonrpc-notify) (lambda (_connection method params) (push (cons method params) sent)))
              ((symbol-function 'termhost-server-log) #'ignore)
              ((symbol-function 'termhost-server--enter) #'ignore))
      (unwind-protect
          (cl-flet ((told () (plist-get (plist-get (cdr (assq 'workspace/didChangeConfiguration sent)) :settings) :deniedCommands)))
            (termhost-server--initialize-params)
            (custom-set-variables '(termhost-denied-commands '("git push")))
            (should-not sent)
            (termhost-server--greeted 'this "termhost" nil)
            (should (equal (told) ["git push"]))
            (setq sent nil)
            (termhost-server--options-changed)
            (should-not sent)           ; it knows them
            (setq termhost-denied-commands '("git pull")) ; as the documents of other packages say
            (with-timeout (20 (ert-fail "not told")) (while (not sent) (accept-process-output nil 0.05)))
            (should (equal (told) ["git pull"]))
            (setq sent nil)
            (with-temp-buffer (setq-local termhost-denied-commands '("git")) (accept-process-output nil 0.1))
            (should-not sent))
        (set-default 'termhost-denied-commands denied)))))

(ert-deftest parts-the-server-starts-when-the-init-file-was-read ()
  (let (started after-init-hook noninteractive (after-init-time nil))
    (cl-letf (((symbol-function 'termhost-server-start) (lambda () (push t started)))
              ((symbol-function 'termhost-server-stop) #'ignore))
      (termhost-mode)
      (should-not started)
      (run-hooks 'after-init-hook)
      (should started)
      (setq started nil after-init-hook nil)
      (termhost-mode)
      (termhost-mode -1)
      (run-hooks 'after-init-hook)
      (should-not started))))

;; Whoever listens while the server starts hears what commands print.
(ert-deftest parts-live-output-is-asked-for-when-the-server-is-ready ()
  (let (sent termhost-server-connected-hook termhost-server--live-output)
    (cl-letf (((termhost-server--connection termhost-server-local) 'this)
              ((termhost-server--state termhost-server-local) 'starting)
              ((symbol-function 'jsonrpc-notify)
               (lambda (_connection method params) (push (cons method params) sent)))
              ((symbol-function 'termhost-server-log) #'ignore)
              ((symbol-function 'termhost-server--enter) #'ignore))
      (termhost-server-want-live-output t)
      (should-not sent)
      (termhost-server--greeted 'this "termhost" nil)
      (should (equal (assq 'tool/didChangeLiveOutput sent) '(tool/didChangeLiveOutput :wanted t))))))

(ert-deftest parts-a-setting-that-is-wrong-is-told-once ()
  (let ((termhost-configuration--warned nil) (wrong "settings.maxTerminals: expected an integer") shown)
    (cl-letf (((symbol-function 'display-warning) (lambda (_type message &rest _) (push message shown))))
      (dolist (params `((:type 1 :message "broken") (:type 2 :message "terminal/show failed") (:type 2 :message ,wrong)
                        (:type 2 :message ,wrong) (:type 4 :message "received initialize")))
        (termhost-server-hear 'window/logMessage params)))
    (should (equal shown (list wrong)))
    (with-current-buffer (termhost-server-log-buffer)
      (dolist (line '("error: broken\n" "warning: terminal/show failed\n" " received initialize\n"))
        (should (string-search line (buffer-string)))))))

(ert-deftest parts-the-person-stops-what-runs-and-withdraws-what-does-not-yet ()
  (let* (cancelled (command (make-termhost-command :call-id "1" :line "x" :waited t :cancel (lambda () (setq cancelled t)))))
    (should-not (parts-test-telling (termhost-call-stop command)))
    (should cancelled)
    (setf (termhost-command-execution command) "17" cancelled nil)
    (should (equal (parts-test-telling (termhost-call-stop command)) '((tool/stop (:executionId "17")))))
    (should-not cancelled)
    (should-error (termhost-call-stop (make-termhost-command :call-id "2" :line "x")) :type 'user-error)))

(ert-deftest parts-a-key-that-stops-or-runs-asks-first ()
  (let* ((running (make-termhost-command :call-id "1" :line "sleep 9" :since 1 :execution "17"))
         (ended (make-termhost-command :call-id "2" :line "ls" :since 1 :ended t :status "completed"))
         (termhost-commands--running (list running)) (termhost-commands--ended (list ended)) asked agreed ran)
    (cl-letf (((symbol-function 'y-or-n-p) (lambda (prompt) (push prompt asked) agreed))
              ((symbol-function 'termhost-execute) (lambda (line &rest _) (push line ran))))
      (with-temp-buffer
        (termhost-list-mode)
        (revert-buffer)
        (goto-char (point-min))
        (should-not (parts-test-telling (termhost-list-stop)))
        (termhost-list-run-again)
        (should-not ran)
        (should (equal asked (list (format-message "Run `sleep 9' again? ") (format-message "Stop `sleep 9'? "))))
        (setq agreed t)
        (should (equal (parts-test-telling (termhost-list-stop)) '((tool/stop (:executionId "17")))))
        (termhost-list-run-again)
        (should (equal ran '("sleep 9")))
        (search-forward "ls")
        (setq asked nil)
        (dolist (key '(termhost-list-stop termhost-list-background)) (should-error (funcall key) :type 'user-error))
        (should-not asked)))))

(ert-deftest parts-the-list-gets-its-own-order-back ()
  (let ((termhost-commands--running nil)
        (termhost-commands--ended (mapcar (lambda (line) (make-termhost-command :call-id line :line line :since 1 :ended t :status "completed")) '("b" "c" "a"))))
    (with-temp-buffer
      (termhost-list-mode)
      (revert-buffer)
      (cl-flet ((lines () (mapcar (lambda (row) (substring row -1)) (split-string (buffer-string) "\n" t)))
                (sort () (goto-char (point-min)) (search-forward "completed") (end-of-line) (backward-char) (termhost-list-sort)))
        (let ((own (lines)))
          (sort)
          (should (equal (lines) '("a" "b" "c")))
          (sort)
          (should (equal (lines) '("c" "b" "a")))
          (sort)
          (should (equal (lines) own)))))))

(ert-deftest parts-the-end-of-a-failed-output-is-shown ()
  (dolist (code '(0 2))
    (save-window-excursion
      (delete-other-windows)
      (termhost-output--show-result (make-termhost-command :call-id "1" :line "make" :since 1 :ended t :exit-code code)
                                    (mapconcat #'number-to-string (number-sequence 1 200) "\n"))
      (let ((window (get-buffer-window "*termhost result*")))
        (should-not (eq window (selected-window)))
        (with-current-buffer (window-buffer window)
          (should (equal (= code 2) (= (window-point window) (point-max))))
          (should (equal (= code 2) (= (count-lines (window-start window) (point-max)) (window-body-height window)))))))))

(ert-deftest parts-an-output-is-gone-after-its-end ()
  (save-window-excursion
    (termhost-output-show (make-termhost-command :call-id "1" :line "ls" :since 1 :ended t :status "completed" :text "all"))
    (let ((buffer (current-buffer)))
      (should (derived-mode-p 'termhost-output-mode))
      (call-interactively (key-binding "q"))
      (should-not (buffer-live-p buffer)))))

(ert-deftest parts-the-text-that-is-edited-has-room ()
  (save-window-excursion
    (delete-other-windows)
    (let* ((window-min-height 2) even-window-sizes (small (selected-window)) (question (split-window nil 3 'below))
           (display-buffer-overriding-action '((display-buffer-use-some-window) (inhibit-same-window . t))))
      (set-window-parameter small 'quit-restore nil) ; of another test
      (select-window question)
      (termhost-edit '(:command "x") (mapconcat #'number-to-string (number-sequence 1 200) "\n") #'ignore)
      (should (eq small (selected-window)))
      (should (= (window-height) (/ (frame-height) 2)))
      (termhost-edit-cancel)
      (should (= (window-height small) 3)))))

(ert-deftest parts-a-change-for-an-agent-is-scrolled-from-its-question ()
  (save-window-excursion
    (let (scrolled)
      (cl-letf (((symbol-function 'y-or-n-p)
                 (lambda (_prompt)
                   (setq minibuffer-scroll-window nil) ; as the minibuffer begins
                   (run-hooks 'minibuffer-setup-hook)
                   (setq scrolled (and minibuffer-scroll-window (buffer-name (window-buffer minibuffer-scroll-window))))
                   nil)))
        (termhost-agents--confirmed-p "+ x" nil))
      (should (equal scrolled "*termhost change*")))))

(ert-deftest parts-without-a-known-agent-the-entry-is-shown ()
  (save-window-excursion
    (cl-letf (((symbol-function 'termhost-agents--known) (lambda () '(("claude" . "not found") ("codex" . "not found"))))
              ((symbol-function 'termhost-server-start) #'ignore)
              ((symbol-function 'termhost-server-work-in) #'ignore)
              ((symbol-function 'termhost-binary-find) (lambda () "/opt/termhost")))
      (should-error (termhost-agents--read) :type 'user-error))
    (with-current-buffer "*termhost entry*"
      (should (get-buffer-window))
      (should (string-search "none of claude, codex has" (buffer-string)))
      (search-forward "{")
      (let ((entry (json-parse-string (buffer-substring (1- (point)) (progn (search-forward "\n}") (point))))))
        (should (equal "/opt/termhost" (gethash "command" (gethash "termhost" (gethash "mcpServers" entry)))))))))

(ert-deftest parts-the-keys-of-the-list-are-those-of-the-keymap ()
  (dolist (key '("!" "R" "L"))
    (should (eq (lookup-key termhost-list-mode-map key) (lookup-key termhost-command-map key)))))

(ert-deftest parts-typing-is-told-at-once-each-second-and-for-each-line ()
  (let* ((told 0) (typing (make-termhost-typing :tell (lambda () (cl-incf told)))))
    (dotimes (_ 20) (termhost-typing-key typing nil))
    (should (= told 1))
    (termhost-typing-key typing t)
    (termhost-typing-key typing t)
    (should (= told 1))
    (termhost-typing-key typing nil)
    (should (= told 2))                 ; the next line has begun
    (with-timeout (20 (ert-fail "not told again"))
      (while (< told 3) (accept-process-output nil 0.05)))
    (termhost-typing-key typing t)
    (while (termhost-typing-timer typing) (accept-process-output nil 0.05))
    (should (= told 3))))

(ert-deftest parts-who-closes-a-terminal-is-told ()
  (pcase-dolist (`(,reason ,close)
                 `(("user" ,(lambda (terminal) (kill-buffer (termhost-terminal-buffer terminal))))
                   ("extension" ,(lambda (terminal)
                                   (termhost-server-answer 'terminal/dispose (list :terminalId (termhost-terminal-id terminal)))))
                   ("process" ,(lambda (terminal) (process-send-string (termhost-terminal-process terminal) "exit 3\n")))))
    (let* (terminal
           (told (parts-test-telling
                  (termhost-server-answer 'terminal/create '(:name "t" :cwd "/" :requestId "r" :argv ["/bin/sh"]))
                  (setq terminal (car (termhost-terminal-list)))
                  (funcall close terminal)
                  (with-timeout (20 (ert-fail "it does not end"))
                    (while (memq terminal (termhost-terminal-list)) (accept-process-output nil 0.05)))))
           (closed (seq-filter (lambda (message) (eq (car message) 'terminal/didClose)) told)))
      (should (equal (mapcar (lambda (message) (plist-get (cadr message) :reason)) closed) (list reason)))
      (should (eql (plist-get (cadar closed) :exitCode) (and (equal reason "process") 3))))))

(ert-deftest parts-a-terminal-that-is-closed-already-is-closed ()
  (should-not (termhost-server-answer 'terminal/dispose '(:terminalId "trial-1"))))

;; In a terminal the keys of `C-x' are on `C-c', and `C-x t' has some of its own.
(ert-deftest parts-a-terminal-has-the-prefix-of-the-user ()
  (unwind-protect
      (dolist (bound (list 'termhost-command-map termhost-command-map))
        (global-set-key (kbd "C-c t") bound)
        (parts-test-telling
         (termhost-server-answer 'terminal/create '(:name "t" :cwd "/" :requestId "r" :argv ["/bin/sh"]))
         (with-current-buffer (termhost-terminal-buffer (car (termhost-terminal-list)))
           (pcase-dolist (`(,event . ,command) (cdr termhost-command-map))
             (should (eq command (key-binding (vector ?\C-c ?t event)))))
           (should (eq #'other-window (key-binding (kbd "C-c o"))))
           (should (eq #'term-send-raw (key-binding (kbd "t"))))
           (kill-buffer))))
    (global-unset-key (kbd "C-c t"))))

(ert-deftest parts-a-terminal-is-shown-without-going-there ()
  (parts-test-telling
   (termhost-server-answer 'terminal/create '(:name "t" :cwd "/" :requestId "r" :argv ["/bin/sh"]))
   (let* ((terminal (car (termhost-terminal-list))) (buffer (termhost-terminal-buffer terminal)))
     (save-window-excursion
       (delete-other-windows)
       (switch-to-buffer "*scratch*")
       (let ((window (selected-window)))
         (termhost-server-answer 'terminal/show (list :terminalId (termhost-terminal-id terminal) :preserveFocus t))
         (should (eq (selected-window) window))
         (should (equal (buffer-name) "*scratch*"))
         (should (get-buffer-window buffer))))
     (kill-buffer buffer))))

(defmacro parts-test-commands (&rest body)
  "Evaluate BODY with a record of its own."
  `(let (termhost-commands--running termhost-commands--ended termhost-approval--waiting (now 0))
     (cl-letf (((symbol-function 'termhost-commands--now) (lambda () now)))
       ,@body)))

(defun parts-test-row ()
  "State, time, exit and command of the first command."
  (let ((row (mapcar #'substring-no-properties (append (termhost-list--row (car (termhost-commands))) nil))))
    (append (seq-take row 3) (last row))))

(defconst parts-test-busy '(:terminalId "t" :busy t :command "make" :cwd "/p" :executionId "5" :toolCallId "a"))

(ert-deftest parts-a-command-is-timed-from-its-start-and-by-the-server ()
  (parts-test-commands
   (let ((command (make-termhost-command :call-id "a" :line "make" :waited t)))
     (termhost-commands-begin command)
     (setq termhost-approval--waiting (list (make-termhost-approval :question '(:toolCallId "a"))) now 50)
     (should (equal (parts-test-row) '("waiting for approval" "" "" "make")))
     (setq termhost-approval--waiting nil)
     (should (equal (parts-test-row) '("starting" "" "" "make")))
     (termhost-server-hear 'terminal/didChangeStatus parts-test-busy)
     (setq now 53)
     (should (equal (parts-test-row) '("running" "3.0 s" "" "make")))
     (termhost-commands-answered command '(:status "completed" :exitCode 0 :durationMs 2500 :executionId "5") "")
     (should (equal (parts-test-row) '("completed" "2.5 s" "0" "make"))))))

(ert-deftest parts-a-new-server-gives-the-ids-of-the-old-one-again ()
  (parts-test-commands
   (cl-letf (((termhost-server--generation termhost-server-local) 1))
     (termhost-server-hear 'terminal/didChangeStatus parts-test-busy)
     (termhost-server-hear 'tool/calling '(:toolCallId "a" :data (:type "complete" :command "make" :cd "/p" :exitCode 3)))
     (should (equal (parts-test-row) '("failed" "0.0 s" "3" "make")))
     (should (equal (termhost-command-directory (car (termhost-commands))) "/p"))
     (setf (termhost-server--generation termhost-server-local) 2)
     (termhost-server-hear 'terminal/didChangeStatus
                           '(:terminalId "t" :busy t :command "sudo make" :executionId "6" :toolCallId "a" :input (:kind "secret")))
     (should (equal (parts-test-row) '("waiting for a password" "0.0 s" "" "sudo make")))
     (termhost-server-hear 'tool/calling '(:toolCallId "a" :data (:type "complete" :command "sudo make" :cd "/p")))
     (should (equal (mapcar (lambda (row) (elt (cadr row) 2)) (termhost-list--entries)) '("" "3")))
     (should-not (equal (car (car (termhost-list--entries))) (car (cadr (termhost-list--entries))))))))

(ert-deftest parts-what-the-user-stops-is-stopped ()
  (parts-test-commands
   (let ((command (make-termhost-command :call-id "a" :line "make" :execution "5")))
     (termhost-commands-begin command)
     (parts-test-telling (termhost-call-stop command))
     (termhost-server-hear 'tool/calling '(:toolCallId "a" :data (:type "complete" :command "make" :cd "/p" :exitCode 130)))
     (should (equal (seq-take (parts-test-row) 3) '("stopped" "" "130"))))))

(ert-deftest parts-leaving-emacs-asks-if-commands-run ()
  (parts-test-commands
   (let ((asked 0) (confirm-kill-processes t))
     (cl-letf (((symbol-function 'yes-or-no-p) (lambda (_) (cl-incf asked) nil)))
       (should (termhost--leave-p))
       (termhost-commands-begin (make-termhost-command :call-id "a" :line "make" :since 0))
       (should-not (termhost--leave-p))
       (should (= asked 1))
       (setq confirm-kill-processes nil)
       (should (termhost--leave-p)))
     (should (= asked 1))
     (should (memq #'termhost--leave-p kill-emacs-query-functions)))))

(ert-deftest parts-a-restart-asks-if-it-ends-something ()
  (parts-test-commands
   (let (done asked termhost-agents-admitted)
     (cl-letf (((symbol-function 'y-or-n-p) (lambda (prompt) (setq asked prompt) nil))
               ((symbol-function 'termhost-server-stop) #'ignore)
               ((symbol-function 'termhost-server-start) (lambda () (setq done t))))
       (termhost-restart t)
       (should (and done (not asked)))
       (setq done nil termhost-agents-admitted t)
       (should-error (termhost-restart t) :type 'user-error)
       (should (string-search "Connected agents must be restarted" asked))
       (termhost-commands-begin (make-termhost-command :call-id "a" :line "make" :since 0))
       (should-error (termhost-restart t) :type 'user-error)
       (should (string-search "Commands are running" asked))
       (should-not done)))))

(ert-deftest parts-a-terminal-names-its-own-keys ()
  (with-temp-buffer
    (should (equal (termhost-server-key-hint) "M-x"))
    (term-mode)
    (use-local-map term-raw-map)
    (should (equal (termhost-server-key-hint) "C-c M-x"))))

(ert-deftest parts-a-command-that-waits-for-a-terminal-is-followed ()
  (parts-test-commands
   (let ((command (make-termhost-command :call-id "a" :line "make" :waited t)))
     (termhost-commands-begin command)
     (termhost-commands-answered command '(:status "waiting" :reason "all are busy" :executionId "5") "")
     (should (equal (parts-test-row) '("waiting for a terminal" "" "" "make  -- all are busy")))
     (setq now 10)
     (termhost-server-hear 'terminal/didChangeStatus parts-test-busy)
     (setq now 11)
     (should (equal (parts-test-row) '("in background" "1.0 s" "" "make")))
     (termhost-server-hear 'tool/calling '(:toolCallId "a" :data (:type "complete" :command "make" :cd "/" :exitCode 3)))
     (should (equal (parts-test-row) '("failed" "1.0 s" "3" "make"))))))

(ert-deftest parts-why-a-command-did-not-run-is-said ()
  (pcase-dolist (`(,status ,reason ,state)
                 '(("denied" "a rule denies it" "not run") ("rejected" "it was cancelled" "not run") ("rejected" nil "rejected")
                   ("failed_to_start" "no such shell" "failed to start") ("lost" "its terminal was closed" "lost")))
    (parts-test-commands
     (let ((command (make-termhost-command :call-id "a" :line "make" :waited t)))
       (termhost-commands-begin command)
       (termhost-commands-answered command (list :status status :reason reason :durationMs 0) "")
       (should (equal (parts-test-row) (list state "" "" (if reason (concat "make  -- " reason) "make"))))))))

(ert-deftest parts-commands-of-others-are-known-by-their-terminal ()
  (parts-test-commands
   (termhost-server-hear 'terminal/didChangeStatus '(:terminalId "t" :busy t :command "ls")) ; the person's own
   (should-not (termhost-commands))
   (termhost-server-hear 'terminal/didChangeStatus parts-test-busy)
   (should (equal (mapcar #'termhost-command-execution (termhost-commands-running)) '("5")))
   (should (equal (substring-no-properties (elt (termhost-list--row (car (termhost-commands))) 4)) "/p"))))

(ert-deftest parts-who-leaves-emacs-is-told-what-ends ()
  (parts-test-commands
   (let (asked (confirm-kill-processes t))
     (cl-letf (((symbol-function 'yes-or-no-p) (lambda (prompt) (setq asked prompt) nil)))
       (should (termhost--leave-p))
       (should-not asked)
       (dolist (line '("make test" "npm start")) (termhost-commands-begin (make-termhost-command :call-id line :line line :since 0)))
       (should-not (termhost--leave-p))
       (should (equal asked "Commands of termhost run: `npm start', `make test'.  Kill them and exit anyway? "))))))

(ert-deftest parts-a-trial-is-named-where-a-command-is-chosen-and-read ()
  (parts-test-commands
   (let ((tried (make-termhost-command :call-id "1" :line "python3 -m http.server" :directory "/p/" :since 0 :waited t :tried t)))
     (should (equal (termhost--progress tried) "running, in a trial, in /p, 0.0 s"))
     (with-temp-buffer
       (termhost-output-mode)
       (setq termhost-output--command tried)
       (should (string-suffix-p "  [/p/]  [a trial: nothing is kept, and a browser may not reach it]" (termhost-output--heading)))
       (setf (termhost-command-changes tried) "made 'log' (+1)")
       (should (string-suffix-p "  [/p/]  [its trial made 'log' (+1): nothing of that is kept]" (termhost-output--heading)))))))

(ert-deftest parts-a-choice-names-its-default ()
  (let (asked)
    (cl-letf (((symbol-function 'completing-read)
               (lambda (prompt table &rest arguments)
                 (push prompt asked)
                 (should (member (nth 4 arguments) (all-completions "" table)))
                 (nth 4 arguments))))
      (parts-test-commands
       (dolist (id '("1" "2")) (termhost-commands-begin (make-termhost-command :call-id id :line (concat "sleep " id) :since 0)))
       (should (equal "2" (termhost-command-call-id (termhost--read-command "Stop")))))
      (cl-letf (((symbol-function 'termhost-agents--known) (lambda () '(("a" . "not found") ("b" . "attached") ("c" . "not attached")))))
        (should (equal "c" (termhost-agents--read))))
      (should (termhost-agents--here-too-p "b"))
      (should (equal '(:scope "line") (termhost-approval--choose '(("once" . (:scope "line")) ("ever" . (:scope "always"))) "No more"))))
    (should (equal (nreverse asked)
                   '("Stop (default sleep 2  [2]): " "Agents: b (connected), c (not connected).  Which one (default c): "
                     "b is connected: use it here, or disconnect (default use it here): " "1 once: until termhost ends; other lines still ask\n2 ever: saved in your init file: termhost-allowed-commands\nNo more\nApprove, and (default 1): ")))))

;;; Restart

(ert-deftest parts-five-crashes-within-three-minutes-are-enough ()
  (let ((termhost-server-current (termhost-server--make)))
    (should (equal (mapcar #'termhost-server--restart-p '(0 50 100 150 170)) '(t t t t nil))))
  (let ((termhost-server-current (termhost-server--make)))
    (should (cl-every #'termhost-server--restart-p '(0 100 200 300 400 500 600)))))

(ert-deftest parts-a-server-that-hangs-can-be-interrupted ()
  (parts-test-in-folder
   (let* ((answer "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"serverInfo\":{\"name\":\"deaf\"}}}")
          (termhost-program (expand-file-name "deaf"))
          (box (make-termhost-outbox :id "t")) process)
     (write-region (format "#!/bin/sh\n[ \"$1\" = --version ] && echo termhost %s && exit\nprintf 'Content-Length: %d\\r\\n\\r\\n%%s' '%s'\nexec sleep 1000\n"
                           termhost-version (length answer) answer)
                   nil termhost-program nil 'quiet)
     (set-file-modes termhost-program #o755)
     (termhost-server-start)
     (with-timeout (20 (ert-fail "it does not start"))
       (while (not (eq (termhost-server-state) 'ready)) (accept-process-output nil 0.05)))
     (setq process (termhost-server-process))
     (unwind-protect
         (let ((timer (run-at-time 0.5 0.5 (lambda () (setq quit-flag t))))) ; as C-g does
           (unwind-protect
               (with-timeout (20 (ert-fail "nothing can be interrupted"))
                 (while (process-live-p process)
                   (condition-case nil
                       (progn (termhost-outbox-add box (make-string 1000000 ?x))
                              (accept-process-output nil 0.05))
                     (quit nil))))
             (cancel-timer timer)
             (setq quit-flag nil)))
       (cl-letf (((symbol-function 'termhost-server--restart-p) #'ignore))
         (when (termhost-server-process) (delete-process (termhost-server-process)))
         (setf (termhost-server--connection termhost-server-local) nil
               (termhost-server--state termhost-server-local) 'stopped))))))

;; Emacs reads from terminals while it writes to a server that does not read.
(ert-deftest parts-what-comes-in-while-a-message-is-written-waits ()
  (let* ((piece (make-string 40000 ?x))
         (box (make-termhost-outbox :id "t"))
         (unread (/ (* 100 1048576) (length piece))) (sent 0) (depth 0) (deepest 0))
    (cl-letf (((symbol-function 'termhost-server-notify)
               (lambda (_method params)
                 (cl-incf depth)
                 (setq deepest (max deepest depth))
                 (while (> unread 0)
                   (cl-decf unread)
                   (termhost-outbox-add box piece))
                 (cl-incf sent (length (plist-get params :data)))
                 (cl-decf depth))))
      (dotimes (_ 100) (termhost-outbox-add box piece))
      (termhost-outbox-send-all box))
    (should (= deepest 1))
    (should (= sent (* (length piece) (+ 100 (/ (* 100 1048576) (length piece))))))))

;;; What persons see

(ert-deftest parts-the-list-shows-state-time-and-exit ()
  (let ((running (make-termhost-command :call-id "1" :line "sleep\n5" :directory "/p" :waited t :since (- (termhost-commands--now) 75)))
        (ended (make-termhost-command :call-id "2" :line "false" :directory "/p" :seconds 2.5 :ended t :status "completed" :exit-code 1))
        (killed (make-termhost-command :call-id "3" :line "x" :seconds 3700 :ended t :status "timed_out" :signal "SIGKILL")))
    (should (equal-including-properties (elt (termhost-list--row running) 0) (propertize "running" 'face 'warning)))
    (should (equal (append (termhost-list--row running) nil) '("running" "01:15" "" "" "/p" "sleep ⏎ 5")))
    (should (equal (append (termhost-list--row ended) nil) '("failed" "2.5 s" "1" "" "/p" "false")))
    (should (equal (append (termhost-list--row killed) nil) '("timed out" "1:01:40" "SIGKILL" "" "" "x")))
    (setf (termhost-command-agent ended) "claude (pid 7)" (termhost-command-directory ended) "/a/rather/long/directory/of/a/project")
    (should (equal (mapcar #'substring-no-properties (seq-subseq (termhost-list--row ended) 3 5)) '("claude" "…ry/of/a/project")))))

(ert-deftest parts-the-list-keeps-its-row-and-its-times-in-each-window ()
  (parts-test-commands
   (let (termhost-list--timer)
     (dolist (id '("one" "two" "three")) (termhost-commands-begin (make-termhost-command :call-id id :line id :since 0)))
     (save-window-excursion
       (delete-other-windows)
       (termhost-list)
       (should (timerp termhost-list--timer)) ; without a change of a command
       (goto-char (point-min))
       (search-forward "two")
       (beginning-of-line)
       (let ((list (selected-window)))
         (select-window (split-window))
         (switch-to-buffer "*scratch*")
         (termhost-commands-begin (make-termhost-command :call-id "new" :line "new" :since 0))
         (setq now 42)
         (termhost-list--refresh)
         (with-current-buffer termhost-list--buffer
           (goto-char (window-point list))
           (should (looking-at "  running +42 s .* two$"))))
       (cancel-timer termhost-list--timer))
     (kill-buffer termhost-list--buffer))))

(ert-deftest parts-the-list-shows-whole-states-in-80-columns ()
  (parts-test-commands
   (let ((tried (make-termhost-command :call-id "1" :line "sudo make install" :directory "/a/rather/long/directory/of/a/project" :since 0
                                       :agent "a-rather-long-name (pid 1)" :tried t :awaited '(:kind "secret"))))
     (termhost-commands-begin tried)
     (with-temp-buffer
       (termhost-list-mode)
       (revert-buffer)
       (should (string-match-p "\\`  waiting for a password, trial +0\\.0 s .* …ry/of/a/project sudo" (buffer-string)))
       (setf (termhost-command-awaited tried) nil
             (termhost-command-tried tried) nil)
       (revert-buffer)
       (should (string-match-p "\\`  running +0\\.0 s .*sudo make install\n\\'" (buffer-string)))
       (should (<= (string-width (buffer-substring (point-min) (1- (point-max)))) 80))))))

(ert-deftest parts-an-output-says-what-is-read-and-what-a-key-reads ()
  (let ((termhost-output-page 1000000) (termhost-output-most 2000000) asked answer)
    (cl-letf (((symbol-function 'termhost-output--read)
               (lambda (_command offset size callback) (push offset asked)
                 (setq answer (lambda () (funcall callback "" (list :nextOffset (and (< (+ offset size) 3500000) (+ offset size))
                                                                    :totalBytes 3500000)))))))
      (with-temp-buffer
        (termhost-output-mode)
        (setq termhost-output--command (make-termhost-command :line "make" :ended t :artifact "1"))
        (let ((heading (lambda () (car (split-string (termhost-output--heading) "   ")))))
          (revert-buffer)
          (funcall answer)
          (should (equal (funcall heading) "Reading: 1 MB of 3.5 MB"))
          (funcall answer)
          (should (equal (funcall heading) "Only 2 MB of 3.5 MB: n shows more"))
          (should (equal asked '(1000000 0)))
          (termhost-output-more)
          (termhost-output-more)          ; impatient
          (should (equal asked '(2000000 1000000 0)))
          (should (equal (funcall heading) "Reading: 2 MB of 3.5 MB"))
          (funcall answer)
          (funcall answer)
          (should (equal (funcall heading) "make")))))))

(ert-deftest parts-the-mode-line-tells-the-state ()
  (pcase-dolist (`(,state ,waiting ,running ,text)
                 '((ready nil nil " termhost") (starting nil nil " termhost:starting") (stopped nil nil " termhost:stopped")
                   (ready nil (runs runs starts) " termhost:2") (ready nil (queued) " termhost:1 waiting")
                   (ready ("run") (runs) " termhost:approve") (ready ("run" "agent") nil " termhost:approve(2)")
                   (ready ("agent") (runs) " termhost:agent")
                   ("gone" ("run") (runs) " termhost!")))
    (cl-letf (((termhost-server--state termhost-server-local) state)
              (termhost-approval--waiting
               (mapcar (lambda (action) (make-termhost-approval :question (list :action action))) waiting))
              (termhost-commands--running (mapcar (lambda (what)
                                                (make-termhost-command :since (and (eq what 'runs) 1)
                                                                       :status (and (eq what 'queued) "waiting")))
                                              running)))
      (should (equal (substring-no-properties (termhost-mode-line)) text)))))

;;; Loading

(defvar generated-autoload-file)

(ert-deftest parts-autoloads-are-the-entry-points ()
  (parts-test-in-folder
   (let ((file (expand-file-name "termhost-loads.el")) (source (file-name-directory (locate-library "termhost.el"))))
     (if (fboundp 'loaddefs-generate)
         (loaddefs-generate source file)
       (require 'autoload)
       (let ((generated-autoload-file file) (backup-inhibited t))
         (with-suppressed-warnings ((obsolete update-directory-autoloads)) (update-directory-autoloads source))))
     (with-temp-buffer
       (insert-file-contents file)
       (dolist (name '(termhost-run termhost-list termhost-stop termhost-execute termhost-restart termhost-log
                       termhost-approve termhost-background termhost-mode termhost-gptel-register))
         (goto-char (point-min))
         (ert-info ((symbol-name name))
           (should (search-forward (format "(autoload '%s " name) nil t))))))))
