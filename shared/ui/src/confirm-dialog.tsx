import type { ReactNode } from 'react';
import { useUiText } from '@phr/ui/ui-text';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

export interface ConfirmDialogProps {
  readonly open: boolean;
  /** The question, with the exact thing named: "Xóa lần đo 146/92 lúc 20:05, 21/11/2026?". */
  readonly title: string;
  /** Verb of the button that does it: "Xóa". */
  readonly confirmLabel: string;
  /** The safe choice; "Hủy" when not given. It stands first and has the focus. */
  readonly cancelLabel?: string | undefined;
  /** The button is red: something is deleted or ended. */
  readonly danger?: boolean;
  readonly busy?: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
  /** What will happen, and what went wrong when it failed. */
  readonly children?: ReactNode;
}

/** A question before something that cannot be undone (UX-35). */
export function ConfirmDialog({
  open,
  title,
  confirmLabel,
  cancelLabel,
  danger = false,
  busy = false,
  onConfirm,
  onCancel,
  children,
}: ConfirmDialogProps) {
  const text = useUiText();
  return (
    <Dialog
      open={open}
      title={title}
      onClose={onCancel}
      role="alertdialog"
      footer={
        <>
          <Button data-focus-first="" onClick={onCancel}>
            {cancelLabel ?? text('common.cancel')}
          </Button>
          <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
