import { useHost } from '@phr/module-kit/host';
import { Button } from '@phr/ui/button';
import { Card } from '@phr/ui/card';
import { formColumn } from '@phr/ui/field-group';
import { Notice } from '@phr/ui/notice';
import { Skeleton } from '@phr/ui/skeleton';
import { TextField } from '@phr/ui/text-field';
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import css from '../devices/devices.module.css';
import { WriteError } from '../devices/write-error.view.tsx';
import { clockOfSeconds } from '../monitor/monitor.model.ts';
import { type HubProof, useHubProof, useHubProofStep } from './hub-proof.api.ts';

interface ProvenHubProps {
  readonly deviceId: string;
  readonly mac: string;
  readonly level: number;
  readonly children: ReactNode;
}

/** Requires a one-time proof of possession of a hub, then renders `children`. */
export function ProvenHub({ deviceId, mac, level, children }: ProvenHubProps) {
  const { t } = useTranslation();
  const { notify } = useHost();
  const { data: proof, error, isFetching, refetch } = useHubProof(deviceId, mac);
  const state = proof?.state;
  const before = useRef(state);
  const tell = useEffectEvent(() => notify.show({ type: 'success', title: t('toast.deviceConnect') }));
  useEffect(() => {
    if (before.current === 'waiting' && state === 'owned') tell();
    before.current = state;
  }, [state]);

  if (state === 'owned') return children;
  if (proof !== undefined) return <ProofCard deviceId={deviceId} proof={proof} level={level} />;
  if (error === null) return <Skeleton height={160} />;
  return (
    <Notice
      type="error"
      announce="alert"
      title={t('hub.proof.unread')}
      action={
        <Button dense busy={isFetching} onClick={() => void refetch()}>
          {t('common.retry')}
        </Button>
      }
    />
  );
}

interface ProofProps {
  readonly deviceId: string;
  readonly proof: HubProof;
  readonly level: number;
}

function ProofCard({ deviceId, proof, level }: ProofProps) {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useHubProofStep(deviceId);
  // a proof that ends while the page is open has expired; one never started has not
  const [wasWaiting, setWaiting] = useState(proof.state === 'waiting');
  if (proof.state === 'waiting' && !wasWaiting) setWaiting(true);
  return (
    <Card title={t('hub.proof.title')} level={level}>
      <p>{t('hub.proof.why')}</p>
      {proof.state === 'waiting' ? (
        <Waiting deviceId={deviceId} proof={proof} />
      ) : (
        <>
          {wasWaiting && (
            <Notice type="warning" announce="status">
              {t('hub.proof.over')}
            </Notice>
          )}
          <WriteError error={error} />
          <div>
            <Button variant="primary" busy={isPending} onClick={() => mutate(undefined)}>
              {t('hub.proof.begin')}
            </Button>
          </div>
        </>
      )}
      <p>{t('hub.proof.help')}</p>
    </Card>
  );
}

interface WaitingProps {
  readonly deviceId: string;
  readonly proof: Extract<HubProof, { readonly state: 'waiting' }>;
}

function Waiting({ deviceId, proof }: WaitingProps) {
  const { t } = useTranslation();
  const { mutate, isPending, error, data } = useHubProofStep(deviceId);
  const [code, setCode] = useState('');
  const [isShort, setShort] = useState(false);
  const digits = code.replaceAll(/\D/g, '');
  const { triesLeft, presses, isContested } = proof;
  const fault = isShort
    ? t('hub.proof.err.short')
    : data?.state === 'waiting' && triesLeft > 0
      ? t('hub.proof.err.wrong', { n: triesLeft })
      : undefined;

  function submit(event: FormEvent) {
    event.preventDefault();
    setShort(digits.length !== 6);
    if (digits.length === 6 && !isPending) mutate(digits);
  }
  return (
    <>
      <ol className={css.todo}>
        <li>{t('hub.proof.step.power')}</li>
        <li>{t('hub.proof.step.code')}</li>
      </ol>
      {triesLeft > 0 ? (
        <form className={formColumn} noValidate onSubmit={submit} autoComplete="off">
          <TextField
            label={t('hub.proof.code')}
            value={code}
            error={fault}
            width="medium"
            inputMode="numeric"
            maxLength={9}
            autoComplete="off"
            onChange={(typed) => {
              setCode(typed);
              setShort(false);
            }}
          />
          <WriteError error={error} />
          <div>
            <Button type="submit" variant="primary" busy={isPending}>
              {t('hub.proof.submit')}
            </Button>
          </div>
        </form>
      ) : (
        <Notice type="error" announce="alert">
          {t('hub.proof.err.tries')}
        </Notice>
      )}
      <p>{t('hub.proof.press', { n: presses })}</p>
      {isContested && (
        <Notice type="warning" announce="alert">
          {t('hub.proof.contested')}
        </Notice>
      )}
      <TimeLeft endsAt={proof.endsAt} />
    </>
  );
}

function TimeLeft({ endsAt }: { readonly endsAt: string }) {
  const { t } = useTranslation();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <p>
      {t('monitor.timeLeft')}:{' '}
      <span role="timer">{clockOfSeconds(Math.max(0, Math.ceil((Date.parse(endsAt) - now) / 1_000)))}</span>
    </p>
  );
}
