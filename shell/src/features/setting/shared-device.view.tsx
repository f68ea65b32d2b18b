import { Checkbox } from '@phr/ui/checkbox';
import { Notice } from '@phr/ui/notice';
import { useState } from 'react';
import { useShell, useStore } from '../../app/shell.tsx';
import { useT } from '../../app/texts.tsx';
import { page } from '../../host/page.ts';
import { sharedDevice } from '../../host/shared-device.ts';
import { destroyVaults } from '../../offline/vault.ts';

/** Makes this a device of many people, or of one again. The page begins anew, since everything that keeps anything asked at its start. */
export function SharedDevice() {
  const t = useT();
  const waiting = useStore(useShell().outbox.waiting);
  const [shared, setShared] = useState(() => sharedDevice.read());
  const [refused, setRefused] = useState(false);

  const share = async () => {
    setShared(true);
    sharedDevice.write(true);
    await destroyVaults().catch(() => undefined);
    page.reload();
  };
  const change = (checked: boolean) => {
    if (checked && waiting.length > 0) { setRefused(true); return; }
    if (checked) { void share(); return; }
    setShared(false);
    sharedDevice.write(false);
    page.reload();
  };
  return (
    <>
      {refused && waiting.length > 0 && <Notice type="warning" announce="alert">{t('set.sharedWaiting', { count: waiting.length })}</Notice>}
      <Checkbox label={t('signin.shared')} hint={t('signin.sharedHint')} checked={shared} onChange={change} />
    </>
  );
}
