import type { Factor } from './previous.model.ts';
import { useExplanationInput, usePlainWords } from './use-plain-words.ts';

/** Unit conversion factors; none before the result table is loaded. */
export function useFactor(): Factor {
  const words = usePlainWords();
  const asked = useExplanationInput(undefined);
  return (result, from, to) => words?.factor(asked(result), from, to);
}
