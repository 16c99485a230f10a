;;; flood.el --- 50 MB of output leave Emacs usable  -*- lexical-binding: t; -*-

(require 'support)

(defconst flood-bytes (* 50 1024 1024))
(defconst flood-most-milliseconds 100)
(defconst flood-attempts 6
  "The machine may be busy: the best of so many counts.")

(setq e2e-patience 240
      gc-cons-percentage 0.1)           ; as it is when somebody types; in batch it may be more

(defvar flood-late nil "How late the timer was, in milliseconds, the last first.")

(defmacro flood-measuring (&rest body)
  "Evaluate BODY, and collect how late a timer comes meanwhile that is to come every 10 ms."
  `(let* ((last (float-time)) (garbage gcs-done)
          (timer (run-at-time 0.01 0.01 (lambda ()
                                          (let ((now (float-time)))
                                            (push (* 1000 (- now last 0.01)) flood-late)
                                            (setq last now))))))
     (setq flood-late nil)
     (unwind-protect (progn ,@body) (cancel-timer timer))
     (message "%d ticks, %d garbage collections" (length flood-late) (- gcs-done garbage))))

(defun flood-once ()
  "Run a flood with its terminal on the screen; return how late the timer was at most."
  (e2e-run "echo ready")
  (switch-to-buffer (termhost-terminal-buffer (car (termhost-terminal-list))))
  (let ((started (float-time)) (threshold gc-cons-threshold) result)
    (flood-measuring
     (setq result (e2e-run (format "yes 'the quick brown fox jumps over the lazy dog' | head -c %d" flood-bytes))))
    (let ((sorted (sort (copy-sequence flood-late) #'>)))
      (message "%.1f MB in %.1f s; late by %.0f ms at most, then %s"
               (/ (e2e-field result :output :totalBytes) 1048576.0) (- (float-time) started) (car sorted)
               (mapcar #'round (seq-take (cdr sorted) 4)))
      (ert-info ((e2e-say result))
        (should (eql (e2e-field result :exitCode) 0))
        (should (> (e2e-field result :output :totalBytes) (* 0.99 flood-bytes))))
      (e2e-until "the flood to be over" (not termhost-terminal--calm))
      (should (= gc-cons-threshold threshold))
      (should (< (count-lines (point-min) (point-max)) (+ termhost-scrollback-lines 100)))
      (car sorted))))

(ert-deftest flood-leaves-emacs-usable ()
  (should (< (cl-loop for attempt below flood-attempts
                      for late = (flood-once)
                      minimize late
                      until (< late flood-most-milliseconds))
             flood-most-milliseconds)))

;; Emacs reads from other processes while it writes to one that does not read.
(defconst flood-relay "#!/bin/sh
exec 3<&0
export STALL=\"${0%/*}/stall\"
{ python3 -c '
import os, time
while chunk := os.read(3, 65536):
    if os.path.exists(os.environ[\"STALL\"]):
        os.unlink(os.environ[\"STALL\"])
        time.sleep(3)
    while chunk:
        chunk = chunk[os.write(1, chunk):]
'; } | \"$TERMHOST\" \"$@\"
" "A termhost that does not read for three seconds where there is a file stall.")

(ert-deftest flood-while-the-server-does-not-read ()
  (let* ((folder (file-name-as-directory (make-temp-file "flood" t)))
         (termhost-program (concat folder "termhost"))
         (default-directory folder))
    (write-region flood-relay nil termhost-program)
    (set-file-modes termhost-program #o700)
    (unwind-protect
        (progn
          (termhost-restart)
          (e2e-run "echo ready")
          (write-region "" nil (concat folder "stall"))
          (let ((server (termhost-server-process))
                (result (e2e-run (format "yes %s | head -c %d" (make-string 99 ?x) flood-bytes))))
            (ert-info ((e2e-say result))
              (should-not (file-exists-p (concat folder "stall")))
              (should (eq server (termhost-server-process)))
              (should (eql (e2e-field result :exitCode) 0))
              (should (= (e2e-field result :output :totalBytes) flood-bytes)))))
      (let ((termhost-program (getenv "TERMHOST"))) (termhost-restart))
      (delete-directory folder t))))

;;; flood.el ends here
