import file from '../../data/advice.json' with { type: 'json' };
import type { AdviceTexts } from './advice-texts.ts';

/** The advice of this release, in a module of its own that is loaded with the first value that asks for it. */
export const ADVICE: AdviceTexts = file as AdviceTexts;
