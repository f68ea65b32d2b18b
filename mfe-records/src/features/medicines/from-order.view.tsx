import { hrefOf } from '@phr/module-kit/screens';
import { useHost } from '@phr/module-kit/host';
import { AccordionSection } from '@phr/ui/accordion-section';
import { Link } from '@phr/ui/link';
import { List } from '@phr/ui/list';
import { RecordRow } from '@phr/module-kit/record-row';
import { useTranslation } from 'react-i18next';
import { useOrders } from './medicines.api.ts';
import { newestOrders } from './newest-orders.model.ts';

/**
 * Medicines of the last prescription, each with a button to copy it. Hidden if there are none or they are unreadable.
 */
export function FromOrder({ level }: { readonly level: number }) {
  const { t } = useTranslation();
  const { navigation } = useHost();
  const orders = newestOrders(useOrders().rows);
  if (orders.length === 0) return null;
  return (
    <AccordionSection flush title={t('med.fromOrder')} level={level} count={orders.length}>
      <List label={t('med.fromOrder')} items={orders} keyOf={({ id }) => id} frame={false}>
        {({ id, title, doses, when }) => (
          <RecordRow
            title={title}
            lines={[when, doses.join(' ')]}
            links={
              <Link href={hrefOf(navigation, { screen: 'medicine-create', params: { order: id } })}>
                {t('med.fromOrder.use', { name: title })}
              </Link>
            }
          />
        )}
      </List>
    </AccordionSection>
  );
}
