import { formatPhone } from '@phr/ui/format';
import { useShell } from '../core/shell.tsx';
import { useTexts } from '../core/texts.tsx';

/** Support contacts, in the same place on every screen without a session (UX-16). */
export function Contacts() {
  const { t, locale } = useTexts();
  const { config } = useShell();
  return (
    <footer className="phr-bare-footer">
      {config.supportPhone !== '' && (
        <span>
          {t('signin.help')}:{' '}
          <a href={`tel:${config.supportPhone.replace(/\s/g, '')}`}>{formatPhone(config.supportPhone, locale)}</a>
        </span>
      )}
      <span>
        {t('signin.emergency')}: <a href={`tel:${config.emergencyNumber}`}>{config.emergencyNumber}</a>
      </span>
    </footer>
  );
}
