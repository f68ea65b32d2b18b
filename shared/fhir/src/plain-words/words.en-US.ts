import WORDS from './generated/words.en-US.json' with { type: 'json' };

export { WORDS };
