import { Badge, type BadgeTone } from '@phr/ui/badge';
import { Button } from '@phr/ui/button';
import { useTranslation } from 'react-i18next';
import css from '../devices/devices.module.css';
import type { ConnectionStatus } from './hub-state.model.ts';
import type { HubState } from './use-hub.ts';

const TONES: Readonly<Record<ConnectionStatus, BadgeTone>> = {
  INIT: 'neutral',
  CONNECTING: 'info',
  CONNECTED: 'success',
  ERR: 'danger',
  RECONNECTING: 'warning',
  DISCONNECTED: 'neutral',
};

/** Connection and status of a hub, announced on change. */
export function HubStatusLine({ hub: { connection, pairing, isLive, retry } }: { readonly hub: HubState }) {
  const { t } = useTranslation();
  // without its own connection this page knows nothing about the hub, so say that first
  const advice =
    connection === 'CONNECTED'
      ? undefined
      : !isLive
        ? 'hub.noLive'
        : connection === 'ERR'
          ? 'hub.checkPower'
          : 'hub.comes';
  return (
    <div className={css.row}>
      <p role="status">
        <Badge tone={TONES[connection]}>{t(`hub.conn.${connection}`)}</Badge>
        {connection === 'CONNECTED' && (
          <>
            {' '}
            <Badge>{t(`hub.pairing.${pairing}`)}</Badge>
          </>
        )}
        {advice !== undefined && <> {t(advice)}</>}
      </p>
      {connection === 'ERR' && (
        <Button dense onClick={retry}>
          {t('common.retry')}
        </Button>
      )}
    </div>
  );
}
