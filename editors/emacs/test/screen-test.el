;;; screen-test.el --- What a terminal buffer shows  -*- lexical-binding: t; -*-

(require 'ert)
(require 'termhost-screen)

(defmacro screen-test-with (columns rows &rest body)
  "Evaluate BODY with `screen', of COLUMNS and ROWS, in its buffer."
  `(with-temp-buffer
     (termhost-screen-setup ,columns ,rows)
     (let* ((process (make-pipe-process :name "screen-test" :buffer (current-buffer) :noquery t :sentinel #'ignore))
            (screen (make-termhost-screen :process process)))
       (set-marker (process-mark process) (point-max))
       (term-char-mode)
       (unwind-protect (progn ,@body) (delete-process process)))))

(defun screen-test-show (screen)
  "Show all that SCREEN has waiting."
  (while (termhost-screen-queue screen)
    (termhost-screen--show screen (+ (float-time) 1))))

(defun screen-test-text ()
  (string-trim-right (buffer-substring-no-properties (point-min) (point-max))))

(ert-deftest screen-hides-control-strings-however-they-are-cut ()
  (pcase-dolist (`(,bytes ,shown)
                 '(("a\e]633;A;nonce\ab" "ab")
                   ("a\e]0;title\e\\b" "ab")
                   ("a\a\a\ab" "ab")
                   ("a\ePq#0~\e\\b" "ab")
                   ("a\e_apc\e\\b" "ab")
                   ("a\e]8;;http://x\e\\link\e]8;;\e\\b" "alinkb")
                   ("a\e[31mred\e[0mb" "aredb")
                   ("one\r\ntwo\rTWO" "one\nTWO")
                   ("\303\244\342\202\254" "ä€")))
    (dotimes (cut (1+ (length bytes)))
      (screen-test-with 80 24
        (termhost-screen-write screen (substring bytes 0 cut))
        (screen-test-show screen)
        (termhost-screen-write screen (substring bytes cut))
        (screen-test-show screen)
        (ert-info ((format "%S cut at %d" bytes cut))
          (should (equal (screen-test-text) shown)))))))

;; A window may be narrower than the terminal: until Emacs has changed the terminal's size, and where two show it.
(ert-deftest screen-lines-of-a-narrower-window-are-whole ()
  (screen-test-with 160 24
    (save-window-excursion
      (switch-to-buffer (current-buffer))
      (should (< (window-max-chars-per-line) 120))
      (termhost-screen-write screen (concat "above\r\n" (make-string 120 ?x) "\rone\r\ntwo\e[1A\rONE"))
      (screen-test-show screen)
      (should (equal (screen-test-text) (concat "above\nONE" (make-string 117 ?x) "\ntwo"))))))

(ert-deftest screen-a-string-without-end-is-not-kept-for-ever ()
  (screen-test-with 80 24
    (termhost-screen-write screen (concat "\e]" (make-string (* 2 termhost-screen--longest-string) ?x)))
    (screen-test-show screen)
    (should (equal (termhost-screen-carry screen) ""))))

(ert-deftest screen-leaves-out-what-nobody-could-read ()
  (screen-test-with 80 24
    (dotimes (i 3000)
      (termhost-screen-write screen (format "line %d %s\r\n" i (make-string 60 ?x)))
      (should (<= (termhost-screen-size screen) termhost-screen--most-waiting)))
    (screen-test-show screen)
    (should (string-match-p "^\\[[0-9.]+k not shown\\]$" (screen-test-text)))
    (should (string-suffix-p (format "line 2999 %s" (make-string 60 ?x)) (screen-test-text)))))

(ert-deftest screen-bounds-what-it-keeps-of-one-large-piece ()
  (screen-test-with 80 24
    (dotimes (_ 5)
      (termhost-screen-write screen (make-string (* 2 termhost-screen--most-waiting) ?x))
      (should (<= (termhost-screen-size screen) termhost-screen--kept))
      (should (= (termhost-screen-size screen) (apply #'+ (mapcar #'length (termhost-screen-queue screen))))))))

(ert-deftest screen-keeps-a-bounded-scrollback ()
  (let ((termhost-scrollback-lines 100))
    (screen-test-with 80 24
      (dotimes (i 1000)
        (termhost-screen-write screen (format "%d\r\n" i))
        (screen-test-show screen))
      (should (<= (count-lines (point-min) (point-max)) 101))
      (should (string-suffix-p "998\n999" (screen-test-text))))))

(ert-deftest screen-finish-shows-the-rest-after-the-process-has-ended ()
  (screen-test-with 80 24
    (termhost-screen-write screen "last words")
    (delete-process process)
    (termhost-screen-finish screen "[over]")
    (should (equal (screen-test-text) "last words\n[over]"))))
