import { Checkbox } from '@phr/ui/checkbox';
import { Notice } from '@phr/ui/notice';
import { useState } from 'react';
import { useShell, useStore } from '../../core/shell.tsx';
import { useT } from '../../core/texts.tsx';
import { sharedDevice } from '../../services/host/shared-device.ts';

/**
 * Marks or unmarks this device as shared. Ends the session, since the identity service distinguishes the two (ADR
 * 0051).
 */
export function SharedDevice() {
  const t = useT();
  const { auth, outbox, config } = useShell();
  const waiting = useStore(outbox.waiting);
  const [shared, setShared] = useState(() => sharedDevice.read());
  const [refused, setRefused] = useState(false);

  const change = (checked: boolean) => {
    if (waiting.length > 0) {
      setRefused(true);
      return;
    }
    setShared(checked);
    sharedDevice.write(checked);
    void auth.signOut();
  };
  return (
    <>
      {refused && waiting.length > 0 && (
        <Notice type="warning" announce="alert">
          {t('set.sharedWaiting', { count: waiting.length })}
        </Notice>
      )}
      <Checkbox
        label={t('signin.shared')}
        hint={`${t('signin.sharedHint', { n: Math.ceil(config.session.sharedIdle / 60) })} ${t('set.sharedSignsOut')}`}
        checked={shared}
        onChange={change}
      />
    </>
  );
}
