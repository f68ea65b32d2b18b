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
  /** Whose record it changes: "Cho: ...". */
  readonly person?: string | undefined;
  /** What follows from it. */
  readonly about?: ReactNode;
  readonly danger?: boolean;
  readonly send: () => Promise<unknown>;
  /** After the server has done it; the dialog is gone by then. */
  readonly onDone: () => void;
  /** The way in. @param ask opens the question */
  readonly children: (ask: () => void) => ReactNode;
}

/** Something that cannot be taken back: asked first, covered while it runs, and on a failure said why in its place (ENC-33). */
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
      // What was pressed may be gone by now; the focus goes where the screen begins.
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
