;;; termhost-agents.el --- Agents from outside of Emacs  -*- lexical-binding: t; -*-

;;; Commentary:

;; An agent that runs elsewhere finds this Emacs by its folder (`termhost mcp --attach').  The user is asked once whether
;; it may use the terminals; `termhost-connect' writes the entry into the agent's settings.

;;; Code:

(require 'cl-lib)
(require 'json)
(require 'termhost-binary)
(require 'termhost-options)
(require 'termhost-server)

(defcustom termhost-remembered-agents nil
  "The answers about agents that are kept: allow or never, by what names the agent."
  :type '(alist :key-type string :value-type (choice (const allow) (const never)))
  :group 'termhost
  :risky t)

(defvar termhost-agents--waiting nil
  "The questions that wait, the oldest first: conses of parameters and promise.")

(defconst termhost-agents--choices
  '((?a "allow" "Now, and whenever it asks again")
    (?o "once" "For this connection")
    (?n "never" "Neither now nor when it asks again"))
  "The answers that the user chooses from.")

(cl-defmethod termhost-server-answer ((_method (eql 'agent/requestAccess)) params)
  "Answer the question PARAMS from memory, or tell the user of it."
  (if-let ((kept (alist-get (plist-get params :identity) termhost-remembered-agents nil nil #'equal)))
      (list :decision (symbol-name kept))
    (let ((question (list params)))
      (setq termhost-agents--waiting (append termhost-agents--waiting (list question)))
      (message "termhost: %s Answer with M-x termhost-approve" (plist-get params :question))
      (setcdr question (make-termhost-transport-promise
                        :on-cancel (lambda () (setq termhost-agents--waiting (delq question termhost-agents--waiting))))))))

(defun termhost-agents-waiting-p ()
  "Whether a question about an agent waits for the user."
  (and termhost-agents--waiting t))

(defun termhost-agents-answer ()
  "Put the oldest question about an agent to the user."
  (when-let ((question (car termhost-agents--waiting)))
    (let ((choice (read-multiple-choice (concat "termhost: " (plist-get (car question) :question))
                                        termhost-agents--choices)))
      (termhost-agents--settle question (nth 1 choice)))))

(defun termhost-agents--settle (question decision)
  "Send the DECISION on QUESTION, and keep it unless it is for once."
  (when (memq question termhost-agents--waiting)
    (setq termhost-agents--waiting (delq question termhost-agents--waiting))
    (unless (equal decision "once")
      (customize-save-variable 'termhost-remembered-agents
                               (cons (cons (plist-get (car question) :identity) (intern decision))
                                     termhost-remembered-agents)))
    (termhost-transport-keep (cdr question) (list :decision decision))))

(defun termhost-agents--server-gone ()
  "The server has ended, and its questions with it."
  (setq termhost-agents--waiting nil))

(add-hook 'termhost-server-gone-hook #'termhost-agents--server-gone)

;;; Their settings

(defun termhost-agents--setup (&rest arguments)
  "What `termhost setup' with ARGUMENTS prints."
  (let ((program (termhost-binary-find)))
    (with-temp-buffer
      (let ((status (apply #'call-process program nil t nil "setup" "--program" program arguments)))
        (unless (eq status 0) (user-error "%s" (string-trim (buffer-string))))
        (buffer-string)))))

(defun termhost-agents--found ()
  "The agents of this machine: conses of name and state."
  (let ((list (json-parse-string (termhost-agents--setup "--list" "--json") :object-type 'plist :array-type 'list)))
    (cl-loop for agent in (plist-get list :agents)
             unless (equal (plist-get agent :state) "not found")
             collect (cons (plist-get agent :name) (plist-get agent :state)))))

(defun termhost-agents--confirmed-p (change)
  "Show CHANGE, and ask whether to write it."
  (with-current-buffer-window "*termhost change*" nil nil
    (insert change))
  (unwind-protect (y-or-n-p "Write this change? ")
    (when-let ((window (get-buffer-window "*termhost change*"))) (quit-window t window))))

;;;###autoload
(defun termhost-connect (agent)
  "Let AGENT use this Emacs from outside of its terminals, or no longer.
Its settings get an entry, or lose it; the change is shown first.  The project
of the current buffer is where such an agent finds this Emacs from now on, as
is each project in which a command has run here."
  (interactive
   (let ((found (or (termhost-agents--found) (user-error "No agent was found that termhost knows"))))
     (list (completing-read "Connect or disconnect which agent? "
                            (mapcar #'car found) nil t))))
  (termhost-server-work-in default-directory)
  (let* ((state (alist-get agent (termhost-agents--found) nil nil #'equal))
         (arguments (list agent (if (equal state "attached") "--remove" "--attach")))
         (change (apply #'termhost-agents--setup "--dry-run" arguments)))
    (cond ((string-prefix-p "Nothing to change" change) (message "termhost: nothing to change"))
          ((termhost-agents--confirmed-p change)
           (apply #'termhost-agents--setup arguments)
           (message "termhost: %s is %s" agent (if (equal state "attached") "disconnected" "connected"))))))

;;;###autoload
(defun termhost-forget-agents ()
  "Forget the answers about agents, so that each is asked about again."
  (interactive)
  (customize-save-variable 'termhost-remembered-agents nil))

(provide 'termhost-agents)
;;; termhost-agents.el ends here
