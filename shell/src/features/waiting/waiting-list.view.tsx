import type { WaitingWrite } from '@phr/contract/host-api';
import { errorKey } from '@phr/http/error-key';
import { errorNotice } from '@phr/http/error-notice';
import { Badge } from '@phr/ui/badge';
import { Button } from '@phr/ui/button';
import { Card } from '@phr/ui/card';
import { ConfirmDialog } from '@phr/ui/confirm-dialog';
import { formatMoment } from '@phr/ui/format';
import { IconOffline } from '@phr/ui/icons';
import { List, ListRow } from '@phr/ui/list';
import { useState } from 'react';
import { useShell, useStore } from '../../core/shell.tsx';
import { useTexts } from '../../core/texts.tsx';
import { mend } from './waiting.model.ts';
import css from './waiting.module.css';

/** Writes not accepted by a service yet: queued for the network, or rejected and needing a decision. */
export function WaitingList() {
  const { t, locale, find } = useTexts();
  const shell = useShell();
  const { outbox, patients, notifications } = shell;
  const waiting = useStore(outbox.waiting);
  const { family } = useStore(patients.context);
  const [discarding, setDiscarding] = useState<WaitingWrite>();
  const [sending, setSending] = useState(false);
  if (waiting.length === 0) return null;

  const send = async () => {
    setSending(true);
    await outbox.flush();
    setSending(false);
  };
  /** Device storage may fail: the write is then still queued, and the person is told why nothing happened. */
  const orTell = (work: Promise<unknown>): void => {
    work.catch((error: unknown) => notifications.show(errorNotice(error, find)));
  };
  const stateOf = ({ state, error }: WaitingWrite): string | undefined =>
    state === 'refused'
      ? (find(errorKey({ code: error?.code ?? '', message: error?.message ?? '', source: 'FHIR_SERVER' })) ??
        t('error.default'))
      : undefined;
  return (
    <Card title={t('outbox.title', { n: waiting.length })} level={2} flush>
      <List label={t('outbox.title', { n: waiting.length })} items={waiting} keyOf={({ id }) => id} frame={false}>
        {(write) => (
          <div className={css.entry}>
            <ListRow
              icon={IconOffline}
              title={write.title}
              subtitle={[
                family.find(({ id }) => id === write.patientId)?.name,
                formatMoment(write.at, locale),
                stateOf(write),
              ]
                .filter((part) => part !== undefined && part !== '')
                .join(' · ')}
              detail={
                <Badge tone={write.state === 'refused' ? 'warning' : 'info'}>
                  {t(write.state === 'refused' ? 'outbox.review' : 'outbox.badge')}
                </Badge>
              }
            />
            {write.state === 'refused' && (
              <div className={css.choices}>
                <Button dense onClick={() => orTell(mend(shell, write.id))}>
                  {t('check.change')}
                </Button>
                <Button dense onClick={() => setDiscarding(write)}>
                  {t('leave.discard')}
                </Button>
              </div>
            )}
          </div>
        )}
      </List>
      {waiting.some(({ state }) => state !== 'refused') && (
        <div className={css.send}>
          <Button dense busy={sending} onClick={() => void send()}>
            {t('signout.send')}
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={discarding !== undefined}
        danger
        title={t('outbox.discard', { title: discarding?.title ?? '' })}
        confirmLabel={t('leave.discard')}
        cancelLabel={t('signout.stay')}
        onCancel={() => setDiscarding(undefined)}
        onConfirm={() => {
          if (discarding !== undefined) orTell(outbox.take(discarding.id));
          setDiscarding(undefined);
        }}
      />
    </Card>
  );
}
