import { Button } from '@phr/ui/button';
import { Card } from '@phr/ui/card';
import { ConfirmDialog } from '@phr/ui/confirm-dialog';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CommandStateNotice } from './command-state.view.tsx';
import { commandWords } from './command-words.ts';
import { HubStatusLine } from './hub-status.view.tsx';
import { useHub } from './use-hub.ts';
import { useHubCommand } from './use-hub-command.ts';

interface MeterPairingProps { readonly hubMac: string; readonly meterMac: string; readonly level: number }

/** Makes a hub forget one of its meters, so that it can be paired again. */
export function MeterPairing({ hubMac, meterMac, level }: MeterPairingProps) {
  const { t } = useTranslation();
  const hub = useHub(hubMac);
  const { state, send } = useHubCommand(hubMac);
  const [isAsking, setAsking] = useState(false);
  const name = commandWords('rs -bond', t);
  return (
    <Card title={t('hub.pairingOf')} level={level}>
      <HubStatusLine hub={hub} />
      <CommandStateNotice state={state} />
      <div><Button disabled={hub.connection !== 'CONNECTED' || state.step === 'waiting'} onClick={() => setAsking(true)}>{name}</Button></div>
      {isAsking && (
        <ConfirmDialog open danger title={`${name}?`} confirmLabel={name} onCancel={() => setAsking(false)} onConfirm={() => { setAsking(false); send({ mac: hubMac, command: 'rs -bond', args: { meterMac } }); }}>
          <p>{t('hub.ask.rsBond')}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}
