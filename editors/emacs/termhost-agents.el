;;; termhost-agents.el --- Agents from outside of Emacs  -*- lexical-binding: t; -*-

;;; Commentary:

;; An agent that runs elsewhere finds this Emacs by its folder (`termhost mcp --attach').  The user is asked once whether
;; it may use the terminals; `termhost-connect' writes the entry into the agent's settings.  The folders where that has
;; happened are known to the next Emacs too.

;;; Code:

(require 'cl-lib)
(require 'json)
(require 'termhost-approval)
(require 'termhost-binary)
(require 'termhost-memory)
(require 'termhost-server)

(defvar termhost-agents-admitted nil
  "Non-nil if this Emacs has told the current server to admit an agent.")

(add-hook 'termhost-server-gone-hook (lambda () (when (termhost-server-local-p) (setq termhost-agents-admitted nil))))

(cl-defmethod termhost-server-answer ((_method (eql 'agent/requestAccess)) params)
  "Answer the question PARAMS from memory, or ask the user."
  (let ((identity (plist-get params :identity)) (text (plist-get params :question)))
    (if-let ((kept (cdr (assoc identity (termhost-memory-get :agents)))))
        (progn (termhost-agents--note kept) (list :decision kept))
      (message "termhost: an agent asks to use this Emacs; %s" (termhost-approval-hint))
      (termhost-approval-ask (list :action "agent" :shown text)
                             (lambda (answer) (termhost-agents--keep identity (plist-get answer :decision)))))))

(defun termhost-agents--note (decision)
  "Remember whether DECISION has admitted an agent."
  (when (member decision '("allow" "once")) (setq termhost-agents-admitted t)))

(defun termhost-agents--keep (identity decision)
  "Store the DECISION about the agent IDENTITY, unless it is `once'."
  (termhost-agents--note decision)
  (message "termhost: %s" (pcase decision ("allow" "the agent may use this Emacs, also when it asks again")
                            ("once" "the agent may use this Emacs for this connection")
                            (_ "the agent may not use this Emacs")))
  (when (equal decision "allow") (mapc #'termhost-agents--keep-folder (termhost-server-folders)))
  (when (member decision '("allow" "never"))
    (termhost-memory-put :agents (cons (cons identity decision)
                                       (assoc-delete-all identity (termhost-memory-get :agents))))))

;;; Where they find this Emacs

(defun termhost-agents--keep-folder (folder)
  "Listen for agents in FOLDER from now on, in each Emacs."
  (unless (member folder (termhost-memory-get :folders))
    (termhost-memory-put :folders (cons folder (termhost-memory-get :folders)))))

(defun termhost-agents-work-in-folders ()
  "Listen for agents in all folders in which an earlier Emacs did."
  (dolist (folder (reverse (termhost-memory-get :folders)))
    (when (file-directory-p folder) (termhost-server-work-in folder))))

(defun termhost-agents--visited ()
  "Listen for agents if the visited file is in a folder of earlier agents."
  (when-let ((file (and buffer-file-name (not (file-remote-p buffer-file-name)) buffer-file-name))
             (folder (seq-find (lambda (kept) (file-in-directory-p file kept)) (termhost-memory-get :folders))))
    (termhost-server-work-in folder)
    (termhost-server-start)))

(add-hook 'find-file-hook #'termhost-agents--visited)

;;; Their settings

(defun termhost-agents--setup (&rest arguments)
  "Return the output of `termhost setup' with ARGUMENTS."
  (let ((program (termhost-binary-find)))
    (with-temp-buffer
      (let ((status (apply #'call-process program nil t nil "setup" "--program" program arguments)))
        (unless (eq status 0) (user-error "%s" (string-trim (buffer-string))))
        (buffer-string)))))

(defun termhost-agents--known ()
  "Return the agents that termhost knows, as conses of name and state."
  (let ((list (json-parse-string (termhost-agents--setup "--list" "--json") :object-type 'plist :array-type 'list)))
    (mapcar (lambda (agent) (cons (plist-get agent :name) (plist-get agent :state))) (plist-get list :agents))))

(defun termhost-agents--found-p (agent)
  "Return non-nil if AGENT, a cons of name and state, is on this machine."
  (not (equal (cdr agent) "not found")))

(defun termhost-agents--confirmed-p (change removes)
  "Show CHANGE, and return non-nil if the user agrees to write it.
REMOVES non-nil means that it takes out what was written before."
  (with-current-buffer-window "*termhost change*"
      '(display-buffer-at-bottom (window-height . fit-window-to-buffer)) nil
    (when (string-search "hook" change)
      (insert (if removes
                  "The hook goes too: the file policy.json will not apply to the agent's own shell any more.\n\n"
                "The hook is for the agent's own shell: it applies the file policy.json, and asks no question in this Emacs.\n\n")))
    (insert change))
  (unwind-protect
      (minibuffer-with-setup-hook (lambda () (setq minibuffer-scroll-window (get-buffer-window "*termhost change*")))
        (y-or-n-p "Write this change (C-M-v shows more of it)? "))
    (when-let ((window (get-buffer-window "*termhost change*"))) (quit-window t window))))

(defun termhost-agents--read ()
  "Let the user choose an agent of this machine; its state is shown too."
  (let* ((known (termhost-agents--known))
         (found (seq-filter #'termhost-agents--found-p known)))
    (unless found
      (termhost-agents--show-entry (mapcar #'car known))
      (user-error "No agent was found"))
    (termhost-question-choose (format "Agents: %s.  Which one" (mapconcat #'termhost-agents--described found ", ")) (mapcar #'car found)
                              (car (or (seq-find #'termhost-agents--new-p found) (car found))))))

(defconst termhost-agents--entry "No agent was found: none of %s has a settings folder, such as ~/.codex.
Start your agent once, and call this command again.

To connect an agent by hand, add this MCP server to its settings.  Most agents take it in this form:

{
  \"mcpServers\": {
    \"termhost\": { \"command\": %s, \"args\": [\"mcp\", \"--attach\"] }
  }
}

Then start the agent in this folder.\n"
  "The text for a user whose agent is not known.")

(defun termhost-agents--show-entry (known)
  "Show the entry for an agent that is none of KNOWN, and listen for it here."
  (termhost-server-work-in default-directory)
  (termhost-server-start)
  (let ((program (termhost-binary-find)))
    (with-current-buffer-window "*termhost entry*" '(display-buffer-at-bottom (window-height . fit-window-to-buffer)) nil
      (insert (format termhost-agents--entry (string-join known ", ") (json-encode program)))
      (special-mode))))

(defun termhost-agents--new-p (agent)
  "Return non-nil if AGENT, a cons of name and state, is not connected."
  (not (equal (cdr agent) "attached")))

(defun termhost-agents--described (agent)
  "Return the text for AGENT, a cons of name and state."
  (format "%s (%s)" (car agent) (if (termhost-agents--new-p agent) "not connected" "connected")))

;;;###autoload
(defun termhost-connect (agent)
  "Connect AGENT outside of Emacs to this Emacs, or disconnect it.
The command adds an entry to the agent's settings, or removes it.  It shows
the change first.  From now on the agent finds this Emacs if it works in the
project of the current buffer, or in a project in which a command has run
here.  An agent that is connected already needs no new entry in a further
project: the command asks if the agent should find Emacs there too."
  (interactive (list (termhost-agents--read)))
  (termhost-server-work-in default-directory)
  (termhost-server-start)
  (let ((attached (equal "attached" (cdr (assoc agent (termhost-agents--known))))))
    (if (and attached (termhost-agents--here-too-p agent))
        (termhost-agents--listen-here (format "Now start (or restart) %s in this folder" agent))
      (termhost-agents--write agent (if attached "--remove" "--attach")))))

(defun termhost-agents--here-too-p (agent)
  "Return non-nil if AGENT, which is connected, is to find Emacs here too.
Nil means that the user wants to disconnect it."
  (equal "use it here" (termhost-question-choose (format "%s is connected: use it here, or disconnect" agent)
                                                 '("use it here" "disconnect") "use it here")))

(defun termhost-agents--listen-here (text)
  "Listen in the project of the current buffer from now on, and show TEXT."
  (mapc #'termhost-agents--keep-folder
        (seq-filter (lambda (folder) (file-in-directory-p default-directory folder)) (termhost-server-folders)))
  (termhost-agents--say text))

(defun termhost-agents--write (agent change)
  "Show the CHANGE in the settings of AGENT, and write it if the user agrees.
CHANGE is the option of `termhost setup'."
  (let ((shown (termhost-agents--setup "--dry-run" agent change)))
    (cond ((string-prefix-p "Nothing to change" shown) (message "termhost: nothing to change"))
          ((termhost-agents--confirmed-p shown (equal change "--remove"))
           (termhost-agents--setup agent change)
           (if (equal change "--remove")
               (termhost-agents--say (format "Written.  %s is disconnected" agent))
             (termhost-agents--listen-here (format "Written.  Now start (or restart) %s in this folder" agent)))))))

(defun termhost-agents--say (text)
  "Show TEXT in the echo area, and again after the hint of Emacs about keys."
  (message "%s" text)
  (unless noninteractive (run-at-time 2.5 nil #'message "%s" text)))

;;;###autoload
(defun termhost-forget-agents ()
  "Forget the answers about agents, so that Emacs asks about each one again."
  (interactive)
  (termhost-memory-put :agents nil)
  (message "termhost: forgotten.  Restart an agent that runs: Emacs then asks about it again"))

(provide 'termhost-agents)
;;; termhost-agents.el ends here
