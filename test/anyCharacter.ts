import fc from 'fast-check';

const surrogates = { first: 0xd800, count: 0x800 };

/** Any code point. The unit `binary` of fast-check is the same, and first makes a map of a million of them: a second a worker. */
export const anyCharacter = fc.nat({ max: 0x10ffff - surrogates.count }).map(
  (at) => String.fromCodePoint(at < surrogates.first ? at : at + surrogates.count),
  (character) => {
    if (typeof character !== 'string' || !/^\P{Cs}$/u.test(character)) throw new Error('It is no character.');
    const code = character.codePointAt(0)!;
    return code < surrogates.first ? code : code - surrogates.count;
  },
);
