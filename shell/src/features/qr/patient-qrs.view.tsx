import { isAppError } from '@phr/contract/app-error';
import { Button } from '@phr/ui/button';
import { Card } from '@phr/ui/card';
import { Dialog } from '@phr/ui/dialog';
import { ErrorCard } from '@phr/ui/error-card';
import { FactList } from '@phr/ui/fact-list';
import { formatTime } from '@phr/ui/format';
import { IconRetry } from '@phr/ui/icons';
import { lazyCode, useLazyCode } from '@phr/ui/lazy-code';
import { LoadingRegion } from '@phr/ui/loading-region';
import { Actions } from '@phr/ui/page';
import { PersonFor } from '@phr/ui/person-for';
import { Skeleton } from '@phr/ui/skeleton';
import { useCallback, useEffect, useState } from 'react';
import { Screen } from '../../core/screen.tsx';
import { useShell, useStore } from '../../core/shell.tsx';
import { useTexts } from '../../core/texts.tsx';
import css from './qr.module.css';
import { fetchQrCode, type QrCode } from './qr.api.ts';
import { WORDS } from './qr.words.ts';
import { keepAwake } from './wake-lock.port.ts';

const qrPicture = lazyCode(
  async () => (await import(/* webpackChunkName: "qr-picture" */ './qr-picture.view.tsx')).QrPicture,
);

type State =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly code: string }
  | { readonly kind: 'shown'; readonly qr: QrCode };

/**
 * Personal code of the person on screen, to be scanned at a reception. Renewed before it expires (QR-01). `?large`
 * opens it full screen.
 */
export function PatientQrsScreen() {
  const { t, locale } = useTexts();
  const { client, patients, navigation } = useShell();
  const { viewed } = useStore(patients.context);
  const [load, setLoad] = useState<{ readonly key: string; readonly state: State }>();
  const [attempt, setAttempt] = useState(0);
  const [isLarge, setIsLarge] = useState(() => new URLSearchParams(navigation.location.get().search).has('large'));
  const key = `${viewed?.id}/${attempt}`;
  const renew = useCallback(() => setAttempt((count) => count + 1), []);
  const patientId = viewed?.id;

  useEffect(() => {
    if (patientId === undefined) return undefined;
    const leaving = new AbortController();
    const tell = (state: State) => {
      if (!leaving.signal.aborted) setLoad({ key, state });
    };
    fetchQrCode(client, patientId, leaving.signal).then(
      (qr) => tell({ kind: 'shown', qr }),
      (error: unknown) => tell({ kind: 'failed', code: isAppError(error) ? error.code : '500' }),
    );
    return () => leaving.abort();
  }, [client, patientId, key]);

  const state: State = load?.key === key ? load.state : { kind: 'loading' };
  const expiresAt = state.kind === 'shown' ? state.qr.expiresAt : undefined;
  useEffect(() => {
    if (expiresAt === undefined) return undefined;
    // at most every ten seconds, whatever the clocks of server and device say
    const timer = setTimeout(renew, Math.max(expiresAt - Date.now(), 10_000));
    return () => clearTimeout(timer);
  }, [expiresAt, renew]);

  if (viewed === undefined) return null;
  return (
    <Screen title={t('screen.patient-qrs')} backHref="/dashboard" note={t('qr.lead')}>
      <Card>
        <PersonFor name={viewed.name} relationship={viewed.relationship} />
        {state.kind === 'loading' && (
          <LoadingRegion thing={t('qr.thing')} onRetry={renew}>
            <div className={css.code}>
              <Skeleton height={280} shape="plain" />
            </div>
          </LoadingRegion>
        )}
        {state.kind === 'failed' && (
          <ErrorCard thing={t('qr.thing')} code={state.code} onRetry={renew} failures={attempt + 1} level={2} />
        )}
        {state.kind === 'shown' && (
          <>
            <Picture qr={state.qr} />
            <FactList
              facts={[
                { name: t('qr.pid'), content: state.qr.pid },
                ...(expiresAt === undefined ? [] : [{ name: t('qr.until'), content: formatTime(expiresAt, locale) }]),
              ]}
            />
            <Actions>
              <Button onClick={() => setIsLarge(true)}>{WORDS.large[locale]}</Button>
              <Button icon={IconRetry} onClick={renew}>
                {t('qr.renew')}
              </Button>
            </Actions>
          </>
        )}
      </Card>
      {isLarge && state.kind === 'shown' && (
        <LargeCode qr={state.qr} name={viewed.name} onClose={() => setIsLarge(false)} />
      )}
    </Screen>
  );
}

interface LargeCodeProps {
  readonly qr: QrCode;
  /** Name of its owner. */
  readonly name: string;
  readonly onClose: () => void;
}

/** The code full screen on white, with the display kept on: for a reception desk. */
function LargeCode({ qr, name, onClose }: LargeCodeProps) {
  useEffect(keepAwake, []);
  return (
    <Dialog open size="full" title={name} onClose={onClose}>
      <div className={css.large}>
        <Picture qr={qr} className={css.largeCode} />
        <p className={css.pid}>{qr.pid}</p>
      </div>
    </Dialog>
  );
}

/** The code as drawn by the server, or drawn here. */
function Picture({
  qr: { image, content },
  className = css.code,
}: {
  readonly qr: QrCode;
  readonly className?: string | undefined;
}) {
  const { t } = useTexts();
  return image === undefined ? (
    <Drawn content={content} className={className} />
  ) : (
    <img className={className} src={image} alt={t('qr.alt')} width={280} height={280} />
  );
}

/** A code sent as content: drawn here. */
function Drawn({ content, className }: { readonly content: string; readonly className: string | undefined }) {
  const { t } = useTexts();
  const { code: QrPicture, failures, retry } = useLazyCode(qrPicture);
  if (QrPicture !== undefined) return <QrPicture className={className} content={content} label={t('qr.alt')} />;
  return failures === 0 ? (
    <div className={className} />
  ) : (
    <ErrorCard level={2} thing={t('qr.thing')} code="SHELL-NETWORK" failures={failures} onRetry={retry} />
  );
}
