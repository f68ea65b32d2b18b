import { useSending } from '@phr/module-kit/use-sending';
import { ConfirmDialog } from '@phr/ui/confirm-dialog';
import { Notice } from '@phr/ui/notice';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import css from './confirmed.module.css';

interface ConfirmedProps {
  /** The question, with the exact thing named (UX-35). */
  readonly question: string;
  /** Verb of the button that does it. */
  readonly verb: string;
  /** Person whose record it changes: "Cho: ...". */
  readonly person?: string | undefined;
  /** What follows from it. */
  readonly about?: ReactNode;
  readonly danger?: boolean;
  readonly send: () => Promise<unknown>;
  /** Called after the server has done it and the dialog has closed. */
  readonly onDone: () => void;
  /**
   * The trigger.
   * @param ask opens the dialog
   */
  readonly children: (ask: () => void) => ReactNode;
}

/** An irreversible action: confirmation, busy state, and an explained failure in place (ENC-33). */
export function Confirmed({ question, verb, person, about, danger = true, send, onDone, children }: ConfirmedProps) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const { isBusy, refused, send: sendOnce, clear } = useSending();
  const place = useRef<HTMLDivElement>(null);

  const ask = () => {
    clear();
    setAsking(true);
  };
  const run = () =>
    sendOnce(async () => {
      await send();
      setAsking(false);
      onDone();
      // the pressed button may be gone: move the focus to the start of the screen
      heading(place.current)?.focus();
    });
  return (
    <div ref={place} className={css.place}>
      {children(ask)}
      {isAsking && (
        <ConfirmDialog
          open
          danger={danger}
          title={question}
          confirmLabel={verb}
          busy={isBusy}
          onConfirm={() => void run()}
          onCancel={() => {
            if (!isBusy) setAsking(false);
          }}
        >
          {person !== undefined && <p>{t('person.for', { name: person })}</p>}
          {about !== undefined && <p>{about}</p>}
          {refused !== undefined && (
            <Notice type="error" announce="alert">
              {refused.notice.title}
            </Notice>
          )}
        </ConfirmDialog>
      )}
    </div>
  );
}

function heading(place: HTMLElement | null): HTMLElement | null | undefined {
  const root = place?.getRootNode();
  return root instanceof Document || root instanceof ShadowRoot
    ? root.querySelector<HTMLElement>(':is(h1, h2, h3)[tabindex="-1"]')
    : undefined;
}
