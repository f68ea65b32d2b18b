import { formatDate } from '@phr/fhir/dates';
import { ListSection } from '@phr/module-kit/list-section';
import { RecordRow } from '@phr/module-kit/record-row';
import { Screen } from '@phr/module-kit/screen';
import { EmptyState } from '@phr/ui/empty-state';
import { IconVoucher } from '@phr/ui/icons';
import { useDay } from '@phr/ui/use-now';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { lastMoment } from '../../last-moment.ts';
import type { ScreenProps } from '../../views/screen-props.ts';
import { PromoForm } from './promo-form.view.tsx';
import { VOUCHER_TYPE, type Voucher } from './voucher.entity.ts';
import { useVouchers } from './vouchers.api.ts';

/** The person's vouchers, with a form for a new one. `?coverageType=` selects another coverage type. */
export function VoucherView({ level }: ScreenProps) {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const type = search.get('coverageType') ?? VOUCHER_TYPE;
  const list = useVouchers(type);
  const empty = <EmptyState icon={IconVoucher} title={t('empty.vouchers')} help={t('voucher.help')} />;
  return (
    <Screen
      title={t('screen.voucher')}
      menuWord={t('menu.voucher')}
      headingLevel={level}
      back={{ screen: 'dashboard' }}
    >
      <PromoForm level={level + 1} />
      {type === '' ? (
        empty
      ) : (
        <ListSection
          list={list}
          label={t('screen.voucher')}
          thing={t('screen.voucher').toLowerCase()}
          level={level + 1}
          empty={empty}
        >
          {(voucher) => <VoucherRow voucher={voucher} />}
        </ListSection>
      )}
    </Screen>
  );
}

function VoucherRow({ voucher: { code, services, start, end, usageCount, provider } }: { readonly voucher: Voucher }) {
  const { t } = useTranslation();
  const now = useDay();
  const isOver = (lastMoment(end) ?? now) < now;
  const [from, to] = [formatDate(start, { time: false }), formatDate(end, { time: false })];
  const period =
    from !== undefined && to !== undefined
      ? t('voucher.fromTo', { from, to })
      : from !== undefined
        ? t('enc.from', { date: from })
        : to;
  return (
    <RecordRow
      title={services.length > 0 ? services.join(', ') : t('voucher.noService')}
      lines={[
        code && { label: t('voucher.code'), value: code },
        { label: t('voucher.period'), value: period ?? t('voucher.noEnd') },
        { label: t('voucher.usage'), value: String(usageCount ?? t('common.unknown')) },
        provider,
      ]}
      badge={isOver ? { words: t('voucher.over'), tone: 'neutral' } : undefined}
    />
  );
}
