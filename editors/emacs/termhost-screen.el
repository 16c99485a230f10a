;;; termhost-screen.el --- Show what a terminal prints  -*- lexical-binding: t; -*-

;;; Commentary:

;; A buffer of term.el that is fed with raw bytes a little at a time, so that Emacs stays usable while a command floods
;; it.  term.el takes a second for a megabyte.  What does not fit in is left out here, never in what the agent gets.

;;; Code:

(require 'cl-lib)
(require 'term)
(require 'termhost-options)

(defvar term-width)                     ; term.el has them in each buffer
(defvar term-height)

(cl-defstruct termhost-screen
  "The output that the buffer of PROCESS does not show yet.
QUEUE has its pieces, the last one first.  SIZE is the number of their bytes,
SKIPPED the number of bytes that were left out.  CARRY is the beginning of a
control string or a character whose end has not come yet.  FRESH is non-nil if
output has come since the last time that output was shown.  REST is the time
until which nothing is shown."
  process queue (size 0) (skipped 0) (carry "") fresh (rest 0))

(defconst termhost-screen--most-waiting 65536
  "If more bytes than this wait, only the last of them are shown.")

(defconst termhost-screen--kept 16384
  "Number of bytes that are shown if too many wait.")

(defconst termhost-screen--piece 512
  "Number of bytes that are shown at once, in a few milliseconds of term.el.")

(defconst termhost-screen--longest-string 65536
  "Largest length of a control string, in bytes.")

(defconst termhost-screen--show-seconds 0.01
  "Longest time, in seconds, that Emacs shows output without a break.")

(defconst termhost-screen--rest-seconds 0.15
  "Length of such a break, in seconds, while more output comes.")

(defconst termhost-screen--strings
  (concat "\e\\(?:\\]\\|[PX^_]\\)[^\a\e]*\\(?:\e[^\\\a\e][^\a\e]*\\)*\\(?:\a\\|\e\\\\\\)")
  "A control string (OSC, DCS and their like), which term.el would print.")

(defconst termhost-screen--begun
  (concat "\\(?:\e\\(?:[]PX^_][^\a\e]*\\(?:\e[^\\\a\e][^\a\e]*\\)*\e?\\)?"
          "\\|[\300-\337]\\|[\340-\357][\200-\277]?\\|[\360-\367][\200-\277]\\{0,2\\}\\)\\'")
  "A control string or a character that continues after the text.")

(defun termhost-screen--visible (screen bytes)
  "Return BYTES without control strings and bells, for SCREEN."
  (let* ((text (concat (termhost-screen-carry screen) bytes))
         (shown (if (string-search "\e" text)
                    (replace-regexp-in-string termhost-screen--strings "" text t t)
                  text))
         (begun (string-match termhost-screen--begun shown)))
    (when (and begun (> (- (length shown) begun) termhost-screen--longest-string))
      (setq begun nil))
    (setf (termhost-screen-carry screen) (if begun (substring shown begun) ""))
    (string-replace "\a" "" (if begun (substring shown 0 begun) shown))))

(defun termhost-screen-write (screen bytes)
  "Let SCREEN show BYTES, soon."
  (push bytes (termhost-screen-queue screen))
  (setf (termhost-screen-fresh screen) t)
  (cl-incf (termhost-screen-size screen) (length bytes))
  (when (> (termhost-screen-size screen) termhost-screen--most-waiting)
    (termhost-screen--skip screen)))

(defun termhost-screen--skip (screen)
  "Leave out the waiting output of SCREEN, except the last lines."
  (let* ((last (cl-loop for piece in (termhost-screen-queue screen)
                        collect piece into pieces
                        sum (length piece) into size
                        until (> size termhost-screen--kept)
                        finally return (apply #'concat (nreverse pieces))))
         (from (max 0 (- (length last) termhost-screen--kept)))
         (line (string-search "\n" last from))
         (kept (substring last (if line (1+ line) from))))
    (cl-incf (termhost-screen-skipped screen) (- (termhost-screen-size screen) (length kept)))
    (setf (termhost-screen-queue screen) (list kept)
          (termhost-screen-size screen) (length kept)
          (termhost-screen-carry screen) "")))

(defun termhost-screen--note (screen)
  "Show in SCREEN how much output was left out, if any."
  (let ((skipped (termhost-screen-skipped screen)))
    (when (and (> skipped 0) (buffer-live-p (process-buffer (termhost-screen-process screen))))
      (setf (termhost-screen-skipped screen) 0)
      (with-current-buffer (process-buffer (termhost-screen-process screen))
        (setq term-terminal-undecoded-bytes nil)) ; the sequence that it began was left out
      (termhost-screen--emulate screen (format "\e[0m\r\n[%s not shown]\r\n" (file-size-human-readable skipped))))))

(defun termhost-screen--emulate (screen bytes)
  "Give BYTES to the terminal emulator of SCREEN."
  (let ((process (termhost-screen-process screen)))
    (when (and (buffer-live-p (process-buffer process)) (get-buffer-process (process-buffer process)))
      (with-current-buffer (process-buffer process)
        (let ((inhibit-redisplay t)     ; term.el draws after every piece
              (locale-coding-system 'utf-8-unix)
              (truncate-lines (or truncate-lines (termhost-screen--in-narrower-window-p))))
          (with-demoted-errors "termhost: %S" (term-emulate-terminal process bytes)))))))

;; term.el moves by lines of the selected window, so a line that is folded there would be two of the terminal.
(defun termhost-screen--in-narrower-window-p ()
  "Return non-nil if this terminal is in a selected window that is narrower."
  (and (eq (window-buffer) (current-buffer)) (< (window-max-chars-per-line) term-width)))

(defun termhost-screen-show (screen)
  "Show a part of the waiting output of SCREEN; return non-nil if more is left."
  (if (< (float-time) (termhost-screen-rest screen))
      (termhost-screen-queue screen)
    (termhost-screen--show screen (+ (float-time) termhost-screen--show-seconds))
    (when (and (termhost-screen-fresh screen) (termhost-screen-queue screen))
      (setf (termhost-screen-rest screen) (+ (float-time) termhost-screen--rest-seconds)))
    (setf (termhost-screen-fresh screen) nil)
    (termhost-screen-queue screen)))

(defun termhost-screen--show (screen until)
  "Show the waiting output of SCREEN, until the time UNTIL."
  (let ((waiting (apply #'concat (nreverse (termhost-screen-queue screen))))
        (at 0))
    (setf (termhost-screen-queue screen) nil)
    (termhost-screen--note screen)
    (while (and (< at (length waiting)) (< (float-time) until))
      (let ((end (min (length waiting) (+ at termhost-screen--piece))))
        (termhost-screen--emulate screen (termhost-screen--visible screen (substring waiting at end)))
        (setq at end)))
    (setf (termhost-screen-size screen) (- (length waiting) at))
    (when (< at (length waiting))
      (setf (termhost-screen-queue screen) (list (substring waiting at))))))

;; A process that has ended belongs to no buffer any more, and term.el wants one that does.
(defun termhost-screen-finish (screen note)
  "Show all waiting output of SCREEN and NOTE, after the end of its process."
  (let ((process (termhost-screen-process screen)))
    (when (buffer-live-p (process-buffer process))
      (let ((substitute (make-pipe-process :name "termhost-screen" :buffer (process-buffer process)
                                           :noquery t :sentinel #'ignore)))
        (set-marker (process-mark substitute) (process-mark process))
        (setf (termhost-screen-process screen) substitute)
        (termhost-screen-write screen (encode-coding-string (format "\e[0m\r\n%s\r\n" note) 'utf-8-unix))
        (termhost-screen--show screen (+ (float-time) 1))
        (delete-process substitute)))))

;; `term-mode' lists its buffers in a menu by a hook for all buffers, which fails in each that has no keymap of its own
;; and puts the menu into the others.
(defun termhost-screen--term-mode ()
  "Turn on `term-mode', with its menu only in this buffer."
  (let ((in-all (memq 'term--update-term-menu (default-value 'menu-bar-update-hook))))
    (term-mode)
    (unless in-all
      (remove-hook 'menu-bar-update-hook 'term--update-term-menu)
      (add-hook 'menu-bar-update-hook 'term--update-term-menu nil t))))

(defun termhost-screen-setup (columns rows)
  "Make the current buffer a terminal of COLUMNS and ROWS."
  (termhost-screen--term-mode)
  (term-reset-size rows columns)
  (setq-local term-buffer-maximum-size termhost-scrollback-lines
              term-command-function #'ignore ; programs may not talk to Emacs
              bidi-paragraph-direction 'left-to-right)
  (buffer-disable-undo))

(defun termhost-screen-size-of (buffer)
  "Return the columns and rows of the terminal in BUFFER, as a cons."
  (with-current-buffer buffer (cons term-width term-height)))

(provide 'termhost-screen)
;;; termhost-screen.el ends here
