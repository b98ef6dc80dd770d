;;; A session of Eglot with the server, set up by the file $SETTINGS: opens $SOURCE, applies the
;;; first fix that is offered, and prints what it saw.  -*- lexical-binding: t -*-

(require 'eglot)
(require 'flymake)

(load-file (getenv "SETTINGS"))

(defun say (format &rest arguments)
  (princ (concat (apply #'format format arguments) "\n")))

(defun wait-for (what is-there)
  "Wait until IS-THERE; far longer than any analysis here, as a test has to end."
  (let ((end (time-add nil 120)))
    (while (not (funcall is-there))
      (unless (time-less-p nil end)
        (error "no %s" what))
      (accept-process-output nil 0.02))))

(find-file (getenv "SOURCE"))
(call-interactively #'eglot)
(wait-for "finding" #'flymake-diagnostics)
(dolist (each (flymake-diagnostics))
  (say "line %d: %s" (line-number-at-pos (flymake-diagnostic-beg each))
       (car (split-string (flymake-diagnostic-text each) "\n"))))
(goto-char (flymake-diagnostic-beg (car (flymake-diagnostics))))
(let ((choose (lambda (_prompt items &rest _)
                (dolist (each items)
                  (say "offered: %s" (car each)))
                (caar items)))
      ;; A menu of the keyboard, not of the mouse.
      (last-nonmenu-event ?\r))
  (cl-letf (((symbol-function 'completing-read) choose))
    (eglot-code-actions (point) (point) nil t)))
;; Changes are sent when Emacs is idle, which it never is in a batch, or saves.
(save-buffer)
(wait-for "end of the finding" (lambda () (null (flymake-diagnostics))))
(goto-char (point-min))
(search-forward "__shared__")
(say "fixed: %s" (string-trim (thing-at-point 'line)))
(eglot-shutdown (eglot-current-server))
(say "done")
