import { Button } from '@phr/ui/button';
import { ConfirmDialog } from '@phr/ui/confirm-dialog';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import css from '../devices/devices.module.css';
import { CommandStateNotice } from './command-state.view.tsx';
import { commandWords } from './command.words.ts';
import { useHubCommand } from './use-hub-command.ts';

interface ForgetMeterProps {
  readonly hubMac: string;
  readonly meterMac: string;
  readonly isReady: boolean;
}

/** Unpairs one meter from a hub after confirmation, so that it can be paired again. */
export function ForgetMeter({ hubMac, meterMac, isReady }: ForgetMeterProps) {
  const { t } = useTranslation();
  const { state, send } = useHubCommand(hubMac);
  const [isAsking, setAsking] = useState(false);
  const name = commandWords('rs -bond', t);
  return (
    <div className={css.part}>
      <CommandStateNotice state={state} />
      <div>
        <Button disabled={!isReady || state.step === 'waiting'} onClick={() => setAsking(true)}>
          {name}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          open
          danger
          title={`${name}?`}
          confirmLabel={name}
          onCancel={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            send({ mac: hubMac, command: 'rs -bond', args: { meterMac } });
          }}
        >
          <p>{t('hub.ask.rsBond')}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}
