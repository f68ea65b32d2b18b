import { ScreenLink } from '@phr/module-kit/screen-link';
import { Notice } from '@phr/ui/notice';
import { useTranslation } from 'react-i18next';
import { useHubProof } from '../hub/hub-proof.api.ts';
import type { Device } from './device.entity.ts';
import { nameOf } from './device.words.ts';

/** Next step for a hub without proof of possession; nothing otherwise. */
export function UnprovenHub({ device }: { readonly device: Device }) {
  const { t } = useTranslation();
  const { data } = useHubProof(device.id, device.mac);
  if (data === undefined || data.state === 'owned') return null;
  return (
    <Notice
      type="warning"
      title={t('hub.proof.todo', { name: nameOf(device, t) })}
      action={
        <ScreenLink screen="device-details" params={{ id: device.id }}>
          {t('hub.proof.go')}
        </ScreenLink>
      }
    >
      {t('hub.proof.todo.help')}
    </Notice>
  );
}
