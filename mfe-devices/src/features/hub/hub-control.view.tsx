import type { HubCommand } from '@phr/contract/host-api';
import { ScreenLink } from '@phr/module-kit/screen-link';
import { Button, buttonClass } from '@phr/ui/button';
import { Card } from '@phr/ui/card';
import { ConfirmDialog } from '@phr/ui/confirm-dialog';
import { Heading } from '@phr/ui/heading';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Device } from '../devices/device.entity.ts';
import css from '../devices/devices.module.css';
import { useDeviceChange } from '../devices/use-device-change.ts';
import { WriteError } from '../devices/write-error.view.tsx';
import { CommandStateNotice } from './command-state.view.tsx';
import { commandWords } from './command.words.ts';
import { HubStatusLine } from './hub-status.view.tsx';
import { ModeForm } from './mode-form.view.tsx';
import { useHub } from './use-hub.ts';
import { useHubCommand } from './use-hub-command.ts';
import { WifiForm } from './wifi-form.view.tsx';

type Plain = 'restart' | 'rda-bg' | 'rs -wf' | 'rs -abond' | 'rs -all';
/** Commands without arguments. Resetting is last and needs confirmation (D-76). */
const DAILY: readonly Plain[] = ['rda-bg', 'restart'];
const RESETS: readonly Plain[] = ['rs -wf', 'rs -abond', 'rs -all'];
const QUESTIONS: Readonly<Partial<Record<Plain, string>>> = {
  'rs -wf': 'hub.ask.rsWf',
  'rs -abond': 'hub.ask.rsAbond',
  'rs -all': 'hub.ask.rsAll',
};

interface HubControlProps {
  readonly device: Device;
  readonly mac: string;
  readonly patientId: string;
  readonly level: number;
}

/** Current state of a hub, and its commands. */
export function HubControl({ device, mac, patientId, level }: HubControlProps) {
  const { t } = useTranslation();
  const hub = useHub(mac);
  const { change, error } = useDeviceChange(device, patientId);
  // the hub has switched its using mode, so update the record
  const { state, send } = useHubCommand(mac, (command) => {
    if (command.command === 'up -mode') change?.({ usingMode: command.args.mode });
  });
  const [asking, setAsking] = useState<Plain>();
  const isReady = hub.connection === 'CONNECTED' && state.step !== 'waiting';
  const sendIfReady = (command: HubCommand) => {
    if (isReady) send(command);
  };
  const button = (command: Plain) => (
    <Button
      key={command}
      disabled={!isReady}
      onClick={() => (QUESTIONS[command] === undefined ? sendIfReady({ mac, command }) : setAsking(command))}
    >
      {commandWords(command, t)}
    </Button>
  );

  return (
    <Card title={t('hub.control')} level={level}>
      <HubStatusLine hub={hub} />
      <CommandStateNotice state={state} />
      <WriteError error={error} />
      <div className={css.row}>
        <ScreenLink screen="pair-device" params={{ hub: device.id }} className={buttonClass({ variant: 'primary' })}>
          {t('screen.pair-device')}
        </ScreenLink>
        {DAILY.map(button)}
      </div>
      <ModeForm
        mode={device.properties.usingMode}
        isReady={isReady}
        onSend={(next) => sendIfReady({ mac, command: 'up -mode', args: { mode: next } })}
      />
      <WifiForm isReady={isReady} onSend={(args) => sendIfReady({ mac, command: 'up -wf', args })} level={level + 1} />
      <Heading level={level + 1} look="h3">
        {t('hub.resets')}
      </Heading>
      <div className={css.row}>{RESETS.map(button)}</div>
      {asking !== undefined && (
        <ConfirmDialog
          open
          danger
          title={`${commandWords(asking, t)}?`}
          confirmLabel={commandWords(asking, t)}
          onCancel={() => setAsking(undefined)}
          onConfirm={() => {
            setAsking(undefined);
            sendIfReady({ mac, command: asking });
          }}
        >
          <p>{t(QUESTIONS[asking] ?? '')}</p>
        </ConfirmDialog>
      )}
    </Card>
  );
}
