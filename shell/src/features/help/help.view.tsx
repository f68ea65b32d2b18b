import { Card } from '@phr/ui/card';
import { FactList } from '@phr/ui/fact-list';
import { formatPhone } from '@phr/ui/format';
import { LinkButton } from '@phr/ui/link-button';
import { Notice } from '@phr/ui/notice';
import { Screen } from '../../core/screen.tsx';
import { useShell } from '../../core/shell.tsx';
import { useTexts } from '../../core/texts.tsx';

/** Support contacts from the configuration (D-95), callable with one press. */
export function HelpScreen() {
  const { t, locale } = useTexts();
  const { supportPhone, supportEmail, emergencyNumber } = useShell().config;
  const contacts = [
    ...(supportPhone === ''
      ? []
      : [
          {
            name: t('help.phone'),
            content: (
              <LinkButton dense href={`tel:${supportPhone.replace(/\s/g, '')}`}>
                {t('help.call', { number: formatPhone(supportPhone, locale) })}
              </LinkButton>
            ),
          },
        ]),
    ...(supportEmail === ''
      ? []
      : [
          {
            name: t('help.email'),
            content: (
              <LinkButton dense href={`mailto:${supportEmail}`}>
                {supportEmail}
              </LinkButton>
            ),
          },
        ]),
  ];
  return (
    <Screen title={t('screen.help')} backHref="/dashboard" note={t('help.lead')}>
      <Notice
        type="warning"
        title={t('help.emergency')}
        action={
          <LinkButton variant="primary" href={`tel:${emergencyNumber}`}>
            {t('help.call', { number: emergencyNumber })}
          </LinkButton>
        }
      >
        {t('help.emergencyText', { number: emergencyNumber })}
      </Notice>
      <Card title={t('help.contact')} level={2}>
        <FactList facts={contacts} />
      </Card>
    </Screen>
  );
}
