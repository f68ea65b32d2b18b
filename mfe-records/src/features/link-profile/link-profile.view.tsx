import type { Locale } from '@phr/contract/locale';
import { hrefOf } from '@phr/module-kit/screens';
import { useHost } from '@phr/module-kit/host';
import { ListSection } from '@phr/module-kit/list-section';
import { RecordRow } from '@phr/module-kit/record-row';
import { Screen } from '@phr/module-kit/screen';
import { Button } from '@phr/ui/button';
import { EmptyState } from '@phr/ui/empty-state';
import { formatMoment } from '@phr/ui/format';
import { IconAdd, IconLink } from '@phr/ui/icons';
import { LinkButton } from '@phr/ui/link-button';
import { useUi } from '@phr/ui/ui-text';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ScreenProps } from '../../views/screen-props.ts';
import { Confirmed } from '../confirm/confirmed.view.tsx';
import { AccessCodeDialog } from './access-code-dialog.view.tsx';
import { removeLink, useLinkRequests } from './link-profile.api.ts';
import type { LinkRequest } from './link-request.entity.ts';
import { isRemovable, linkBadge, awaitsCode } from './link-status.model.ts';
import { LinkedRecords } from './linked-record.view.tsx';
import { SelfOnly } from './self-only.view.tsx';
import { useOwnProfile } from './use-own-profile.ts';

/** Link requests to hospitals, and linked records. */
export function LinkProfileView({ level }: ScreenProps) {
  const { t } = useTranslation();
  const { navigation } = useHost();
  const isOwn = useOwnProfile();
  const list = useLinkRequests(isOwn);
  const create = (
    <LinkButton icon={IconAdd} variant="primary" href={hrefOf(navigation, { screen: 'link-profile-create' })}>
      {t('link.create')}
    </LinkButton>
  );
  if (!isOwn)
    return (
      <Screen title={t('screen.link-profile')} headingLevel={level} back={{ screen: 'profile' }}>
        <SelfOnly />
      </Screen>
    );
  return (
    <Screen
      title={t('screen.link-profile')}
      headingLevel={level}
      back={{ screen: 'profile' }}
      actions={list.rows.length > 0 ? create : undefined}
    >
      <ListSection
        list={list}
        label={t('link.requests')}
        thing={t('link.requests').toLowerCase()}
        level={level + 1}
        empty={<EmptyState icon={IconLink} title={t('empty.linkRequests')} help={t('link.help')} action={create} />}
      >
        {(link) => <LinkRow link={link} />}
      </ListSection>
      <LinkedRecords level={level + 1} />
    </Screen>
  );
}

function LinkRow({ link }: { readonly link: LinkRequest }) {
  const { t } = useTranslation();
  const { locale } = useUi();
  const { request, notify } = useHost();
  const queries = useQueryClient();
  const [asksCode, setAsksCode] = useState(false);
  const [removalKey] = useState(() => crypto.randomUUID());
  const provider = link.provider ?? t('enc.providerUnknown');
  const badge = linkBadge(link.status);
  const why = link.reason ?? (link.status === 'failed' ? t('link.whyNotProcessable') : undefined);
  const hasCode = awaitsCode(link.status);
  const canRemove = isRemovable(link.status);
  const removal = removalOf(link);

  /** refetch what a link affects: requests, patient, records (LINK-07, LINK-08) */
  function changed(key: string) {
    setAsksCode(false);
    notify.show({ type: 'success', title: t(key) });
    void queries.invalidateQueries();
  }

  return (
    <>
      <RecordRow
        title={provider}
        lines={[
          why,
          ...factsOf(link, locale).flatMap(([key, value]) => (value === undefined ? [] : [`${t(key)}: ${value}`])),
        ]}
        badge={badge && { words: t(badge.key), tone: badge.tone }}
        {...((hasCode || canRemove) && {
          links: (
            <>
              {hasCode && (
                <Button
                  dense
                  variant="primary"
                  aria-label={`${t('link.enterCode')}: ${provider}`}
                  onClick={() => setAsksCode(true)}
                >
                  {t('link.enterCode')}
                </Button>
              )}
              {canRemove && (
                <Confirmed
                  question={t(removal.question, { provider })}
                  verb={t(removal.verb)}
                  send={() => removeLink(request, link.id, removalKey)}
                  onDone={() => changed(removal.done)}
                >
                  {(ask) => (
                    <Button dense aria-label={`${t(removal.verb)}: ${provider}`} onClick={ask}>
                      {t(removal.verb)}
                    </Button>
                  )}
                </Confirmed>
              )}
            </>
          ),
        })}
      />
      {asksCode && (
        <AccessCodeDialog link={link} onClose={() => setAsksCode(false)} onProved={() => changed('link.done')} />
      )}
    </>
  );
}

/** Texts of a removal; anything not linked counts as a request. */
function removalOf({ status }: LinkRequest) {
  return status === 'completed'
    ? { verb: 'link.remove', question: 'link.removeConfirm', done: 'link.removed' }
    : { verb: 'link.withdraw', question: 'link.withdrawConfirm', done: 'link.withdrawn' };
}

/** Text keys and values describing a request. */
function factsOf(link: LinkRequest, locale: Locale): readonly (readonly [key: string, value: string | undefined])[] {
  return [
    ['link.medicalId', link.medicalId],
    ['link.examCode', link.examCode],
    ['link.insuranceCard', link.insuranceCardNumber],
    ['link.requestCode', link.requestCode],
    ['link.lastUpdate', link.lastModified && formatMoment(link.lastModified, locale)],
  ];
}
