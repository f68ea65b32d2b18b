import WORDS from './generated/words.vi-VN.json' with { type: 'json' };

export { WORDS };
