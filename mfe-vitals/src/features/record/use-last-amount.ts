import type { StoreKey } from '@phr/clinical/codings';
import { latestOf, type Reading } from '../readings/reading.model.ts';
import { useLatestReadings } from '../readings/use-readings.ts';

/** A number with the UCUM code of its unit. */
interface LastAmount {
  readonly value: number;
  readonly unit: string;
}

/** The latest number of each vital with a single value, against which a jump is noticed; nothing while it is unknown. */
export function useLastAmounts(): (storeKey: StoreKey) => LastAmount | undefined {
  const { readings, receivedAt } = useLatestReadings();
  return (storeKey) =>
    receivedAt === undefined
      ? undefined
      : amountIn(
          latestOf(
            readings.filter((reading) => reading.storeKey === storeKey && reading.counts),
            Date.parse(receivedAt),
          ).latest,
        );
}

export function useLastAmount(storeKey: StoreKey): LastAmount | undefined {
  return useLastAmounts()(storeKey);
}

function amountIn(reading: Reading | undefined): LastAmount | undefined {
  const amount = reading?.parts[0]?.amount;
  return amount?.kind === 'measured' ? { value: amount.value, unit: amount.unit.code } : undefined;
}
