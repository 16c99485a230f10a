;;; termhost-servers.el --- Which server runs the commands of a directory  -*- lexical-binding: t; -*-

;;; Commentary:

;; One server for the whole Emacs and this machine, and one for each other machine.  What the functions of
;; termhost-server.el are about is the current one.

;;; Code:

(require 'cl-lib)
(require 'seq)
(require 'termhost-machine)

(cl-defstruct (termhost-server (:constructor termhost-server--make) (:conc-name termhost-server--) (:copier nil))
  "A server.  MACHINE is as `termhost-machine-of' has it: nil for this machine.
STATE is `stopped', `starting', `ready', or a string with the error.
CONNECTION is that of the process that is starting or ready.
GENERATION is the number of that process.  The ids of one process mean nothing
to the next, which uses them again.
FOLDERS are the folders of the workspace, absolute; TOLD are those that the
process knows.  WAITING are functions to call when the process is ready, the
last one first; they get nil, or the reason why there is none.
CONFIGURATION is what the process knows of the options.
CRASHES are the times at which processes died, the last one first.
ERRORS is the process that reads the standard error of the server's process,
and SAID the last line in it."
  machine (state 'stopped) connection (generation 0) folders told configuration waiting crashes errors said)

(defconst termhost-server-local (termhost-server--make)
  "The server of this machine.")

(defvar termhost-server-current termhost-server-local
  "The server that the functions of this package use.
It is the server of this machine, except while Emacs handles a call or a
message of another server.")

(defvar termhost-server--others nil
  "The servers of other machines.")

(defvar termhost-server--last-generation 0
  "The number of the last process.")

(defun termhost-server-of (directory)
  "Return the server for the commands of DIRECTORY.
If their machine cannot be known, it is a server that never starts."
  (let ((machine (termhost-machine-of directory)))
    (cond ((not machine) termhost-server-local)
          ((plist-get machine :problem) (termhost-server--make :machine machine))
          ((seq-find (lambda (server) (equal machine (termhost-server--machine server))) termhost-server--others))
          (t (car (push (termhost-server--make :machine machine) termhost-server--others))))))

(defun termhost-server-all ()
  "Return all servers, that of this machine first."
  (cons termhost-server-local (reverse termhost-server--others)))

(defun termhost-server-state (&optional server)
  "Return the state of SERVER, by default the current one."
  (termhost-server--state (or server termhost-server-current)))

(defun termhost-server-generation ()
  "Return the number of the current server's process."
  (termhost-server--generation termhost-server-current))

(defun termhost-server-local-p (&optional server)
  "Return non-nil if SERVER, by default the current one, is on this machine."
  (not (termhost-server--machine (or server termhost-server-current))))

(defun termhost-server-label (server)
  "Return a short name of SERVER's machine for the user, or nil for this one."
  (and-let* ((on (plist-get (termhost-server--machine server) :on)))
    (termhost-machine-label on)))

(defun termhost-server--bound (function)
  "Return FUNCTION, bound to the server that is current now."
  (let ((server termhost-server-current))
    (lambda (&rest arguments)
      (let ((termhost-server-current server)) (apply function arguments)))))

(provide 'termhost-servers)
;;; termhost-servers.el ends here
