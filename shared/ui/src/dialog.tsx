import { useId, useLayoutEffect, useRef, type ReactNode, type SyntheticEvent } from 'react';
import { createPortal } from 'react-dom';
import { useUi } from '@phr/ui/ui-text';
import { classNames } from './class-names.tsx';
import css from './dialog.module.css';
import { Heading } from './heading.tsx';
import { IconButton } from './icon-button.tsx';
import { IconClose } from './icons.tsx';

export interface DialogProps {
  readonly open: boolean;
  readonly title: string;
  /** Called for Escape, the close button and the browser's back. */
  readonly onClose: () => void;
  /** Buttons, the safe choice first. `data-focus-first` marks the initial focus, else the title gets it. */
  readonly footer?: ReactNode;
  readonly size?: 'normal' | 'large' | 'full';
  /** 'alertdialog' for a question that must be answered; it has no close button. */
  readonly role?: 'dialog' | 'alertdialog';
  readonly children?: ReactNode;
}

/** A modal native dialog, so that the browser handles focus, Escape and the top layer. Restores the focus on close. */
export function Dialog({ open, ...props }: DialogProps) {
  const { overlayRoot } = useUi();
  if (!open) return null;
  return overlayRoot === undefined ? <OpenDialog {...props} /> : createPortal(<OpenDialog {...props} />, overlayRoot);
}

function OpenDialog({ title, onClose, footer, size = 'normal', role = 'dialog', children }: Omit<DialogProps, 'open'>) {
  const { text } = useUi();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);

  useLayoutEffect(() => {
    const element = dialog.current;
    if (element === null) return undefined;
    const before = activeElementOf(element);
    showModal(element);
    (element.querySelector<HTMLElement>('[data-focus-first]') ?? element.querySelector('h2'))?.focus();
    return () => {
      element.close?.();
      if (before?.isConnected === true) before.focus();
    };
  }, []);

  const cancel = (event: SyntheticEvent<HTMLDialogElement>) => {
    event.preventDefault();
    onClose();
  };
  // browsers close a dialog on a second Escape without asking
  const closed = (event: SyntheticEvent<HTMLDialogElement>) => {
    if (event.target === event.currentTarget && !event.currentTarget.open) onClose();
  };

  return (
    <dialog
      ref={dialog}
      className={classNames(css.dialog, size !== 'normal' && css[size])}
      role={role}
      aria-modal="true"
      aria-labelledby={id}
      aria-describedby={role === 'alertdialog' ? `${id}-body` : undefined}
      onCancel={cancel}
      onClose={closed}
    >
      <div className={css.head}>
        <Heading level={2} look="h2" id={id} className={css.title} tabIndex={-1}>
          {title}
        </Heading>
        {role === 'dialog' && <IconButton icon={IconClose} label={text('common.close')} onClick={onClose} />}
      </div>
      <div id={`${id}-body`} className={css.body}>
        {children}
      </div>
      {footer !== undefined && <div className={css.footer}>{footer}</div>}
    </dialog>
  );
}

/** Fallback for old browsers and jsdom without modal dialogs: shown in place. */
function showModal(element: HTMLDialogElement): void {
  if (typeof element.showModal === 'function') element.showModal();
  else element.setAttribute('open', '');
}

function activeElementOf(element: HTMLElement): HTMLElement | undefined {
  const root = element.getRootNode();
  const active = root instanceof Document || root instanceof ShadowRoot ? root.activeElement : null;
  return active instanceof HTMLElement ? active : undefined;
}
