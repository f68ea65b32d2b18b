import { Card } from '@phr/ui/card';
import { useTranslation } from 'react-i18next';
import { ForgetMeter } from './forget-meter.view.tsx';
import { HubStatusLine } from './hub-status.view.tsx';
import { useHub } from './use-hub.ts';

interface MeterPairingProps {
  readonly hubMac: string;
  readonly meterMac: string;
  readonly level: number;
}

/** Connection of a meter's hub, with a button to unpair. */
export function MeterPairing({ hubMac, meterMac, level }: MeterPairingProps) {
  const { t } = useTranslation();
  const hub = useHub(hubMac);
  return (
    <Card title={t('hub.pairingOf')} level={level}>
      <HubStatusLine hub={hub} />
      <ForgetMeter hubMac={hubMac} meterMac={meterMac} isReady={hub.connection === 'CONNECTED'} />
    </Card>
  );
}
