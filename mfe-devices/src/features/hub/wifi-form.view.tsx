import { AccordionSection } from '@phr/ui/accordion-section';
import { Button } from '@phr/ui/button';
import { formColumn } from '@phr/ui/field-group';
import { TextField } from '@phr/ui/text-field';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { commandWords } from './command.words.ts';

interface WifiFormProps {
  readonly isReady: boolean;
  readonly onSend: (wifi: { readonly ssid: string; readonly password: string }) => void;
  readonly level: number;
}

/** Changes a hub's Wi-Fi. The password is not stored, and cleared when sent (D-76). */
export function WifiForm({ isReady, onSend, level }: WifiFormProps) {
  const { t } = useTranslation();
  const [ssid, setSsid] = useState('');
  const [password, setPassword] = useState('');
  const [wasSent, setSent] = useState(false);
  const faults = {
    ssid: ssid.trim() === '' ? t('hub.err.ssid') : undefined,
    password: password.length < 8 ? t('hub.err.password') : undefined,
  };
  const shown = (fault: string | undefined) => (wasSent ? fault : undefined);

  function submit(event: FormEvent) {
    event.preventDefault();
    const isGood = faults.ssid === undefined && faults.password === undefined;
    setSent(!isGood);
    if (!isGood) return;
    onSend({ ssid: ssid.trim(), password });
    setPassword('');
  }
  return (
    <AccordionSection title={commandWords('up -wf', t)} level={level}>
      <form className={formColumn} noValidate onSubmit={submit} autoComplete="off">
        <TextField
          label={t('hub.ssid')}
          value={ssid}
          error={shown(faults.ssid)}
          maxLength={32}
          autoComplete="off"
          spellCheck={false}
          onChange={setSsid}
        />
        <TextField
          label={t('hub.password')}
          type="password"
          value={password}
          error={shown(faults.password)}
          hint={t('hub.passwordHint')}
          maxLength={63}
          autoComplete="off"
          onChange={setPassword}
        />
        <div>
          <Button type="submit" disabled={!isReady}>
            {commandWords('up -wf', t)}
          </Button>
        </div>
      </form>
    </AccordionSection>
  );
}
