import { describe, expect, test } from 'vitest';
import { joinProps } from '../../../src/components/kit/part.tsx';

type Handler = (event: { defaultPrevented?: boolean }) => void;
const call = (props: Record<string, unknown>, name: string, event = {}) => (props[name] as Handler)(event);

describe('what the host gives', () => {
  test.each([
    ['a class', { className: 'own' }, { className: 'mine' }, { className: 'own mine' }],
    ['a class where there was none', {}, { className: 'mine' }, { className: 'mine' }],
    ['no class', { className: 'own' }, { className: undefined }, { className: 'own' }],
    [
      'a style',
      { style: { color: 'red', margin: 1 } },
      { style: { margin: 2 } },
      { style: { color: 'red', margin: 2 } },
    ],
    ['a style where there was none', {}, { style: { margin: 2 } }, { style: { margin: 2 } }],
    ['an attribute', { id: 'own', role: 'list' }, { id: 'mine' }, { id: 'mine', role: 'list' }],
    ['false', { disabled: true }, { disabled: false }, { disabled: false }],
    ['null', { title: 'own' }, { title: null }, { title: null }],
    ['an empty text', { title: 'own' }, { title: '' }, { title: '' }],
    ['zero', { tabIndex: -1 }, { tabIndex: 0 }, { tabIndex: 0 }],
    [
      'undefined',
      { disabled: true, title: 'own' },
      { disabled: undefined },
      { disabled: true, title: 'own' },
    ],
  ])('joins or stands over what the part has: %s', (_, own, given, expected) => {
    expect(joinProps(own, given)).toEqual(expected);
  });

  test('changes neither of the two', () => {
    const own = { className: 'own', style: { margin: 1 } };
    const given = { className: 'mine', style: { margin: 2 } };
    joinProps(own, given);
    expect(own).toEqual({ className: 'own', style: { margin: 1 } });
    expect(given).toEqual({ className: 'mine', style: { margin: 2 } });
  });
});

describe('handlers', () => {
  const both = (name: string) => {
    const order: string[] = [];
    const props = joinProps({ [name]: () => order.push('part') }, { [name]: () => order.push('host') });
    return { order, props };
  };

  test.each(['onClick', 'onKeyDown', 'onBlur'])('are called both, the host’s first: %s', (name) => {
    const { order, props } = both(name);
    call(props, name);
    expect(order).toEqual(['host', 'part']);
  });

  test('of a name that is none are not called in turn: the host’s stands over it', () => {
    const { order, props } = both('online');
    call(props, 'online');
    expect(order).toEqual(['host']);
  });

  test('the part’s is not called for what the host has prevented', () => {
    const order: string[] = [];
    const props = joinProps(
      { onClick: () => order.push('part') },
      { onClick: (event: { defaultPrevented?: boolean }) => void (event.defaultPrevented = true) },
    );
    call(props, 'onClick');
    expect(order).toEqual([]);
  });

  test('get the event of the browser, both the same', () => {
    const seen: unknown[] = [];
    const props = joinProps(
      { onClick: (event: unknown) => seen.push(event) },
      { onClick: (event: unknown) => seen.push(event) },
    );
    const event = {};
    call(props, 'onClick', event);
    expect(seen).toEqual([event, event]);
    expect(seen[0]).toBe(event);
  });

  test.each([
    ['undefined', undefined],
    ['null', null],
  ])('of one side alone: the host’s is %s', (name, given) => {
    const own = () => undefined;
    const { onClick } = joinProps({ onClick: own }, { onClick: given });
    expect(onClick).toBe(name === 'null' ? null : own);
  });
});
