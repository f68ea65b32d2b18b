import type { ReactNode } from 'react';
import { useUiText } from '@phr/ui/ui-text';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

export interface ConfirmDialogProps {
  readonly open: boolean;
  /** The question, naming the exact item: "Xóa lần đo 146/92 lúc 20:05, 21/11/2026?". */
  readonly title: string;
  /** Verb of the confirming button: "Xóa". */
  readonly confirmLabel: string;
  /** The safe choice, first and focused; defaults to "Hủy". */
  readonly cancelLabel?: string | undefined;
  /** Red button: something is deleted or ended. */
  readonly danger?: boolean;
  readonly busy?: boolean;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
  /** Consequences, and the error after a failure. */
  readonly children?: ReactNode;
}

/** Confirms something irreversible (UX-35). */
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
