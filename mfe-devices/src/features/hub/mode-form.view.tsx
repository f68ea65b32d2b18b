import { Button } from '@phr/ui/button';
import { formColumn } from '@phr/ui/field-group';
import { RadioGroup } from '@phr/ui/radio-group';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { USING_MODES, type UsingMode } from '../devices/device-properties.entity.ts';
import { commandWords } from './command.words.ts';

interface ModeFormProps {
  readonly mode: UsingMode | undefined;
  readonly isReady: boolean;
  readonly onSend: (mode: UsingMode) => void;
}

/** Selects a hub's using mode, and sends it if changed. */
export function ModeForm({ mode, isReady, onSend }: ModeFormProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<UsingMode>();
  const value = chosen ?? mode;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (value !== undefined) onSend(value);
  }
  return (
    <form className={formColumn} onSubmit={submit}>
      <RadioGroup
        label={t('device.usingMode')}
        value={value === undefined ? undefined : String(value)}
        onChange={(next) => setChosen(USING_MODES.find((one) => String(one) === next))}
        options={USING_MODES.map((one) => ({
          value: String(one),
          label: t(`device.mode.${one}`),
          hint: t(`device.mode.${one}.help`),
        }))}
      />
      <div>
        <Button type="submit" disabled={!isReady || value === undefined || value === mode}>
          {commandWords('up -mode', t)}
        </Button>
      </div>
    </form>
  );
}
