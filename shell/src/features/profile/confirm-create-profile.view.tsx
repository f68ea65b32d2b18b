import { Card } from '@phr/ui/card';
import { formatPhone } from '@phr/ui/format';
import { LinkButton } from '@phr/ui/link-button';
import { Screen } from '../../core/screen.tsx';
import { useShell } from '../../core/shell.tsx';
import { useTexts } from '../../core/texts.tsx';

/** For an account without main patient. Warns about duplicates before offering to create a record (D-82). */
export function ConfirmCreateProfileScreen() {
  const { t, locale } = useTexts();
  const { config } = useShell();
  return (
    <Screen title={t('screen.confirm-create-profile')} heading={t('profile.confirmCreate.title')}>
      <Card>
        <p>{t('profile.confirmCreate.text')}</p>
        <p>{t('confirm.why', { phone: config.supportPhone === '' ? '' : formatPhone(config.supportPhone, locale) })}</p>
        <div>
          <LinkButton variant="primary" href="/create-profile">
            {t('profile.confirmCreate.button')}
          </LinkButton>
        </div>
      </Card>
    </Screen>
  );
}
