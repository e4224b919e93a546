import { listField, numberField } from './bodyFields.ts';
import type { Call } from './call.ts';
import { centsOfMajor, linkRequestCheck } from './linkRequestRules.ts';
import { linkRecord, type PaymentLink, referenceOf } from './links.ts';
import { checkListQuery, pageOf } from './paging.ts';
import { answered, noContent, refusedFields, type Reply } from './replies.ts';
import { taxesOn } from './taxes.ts';
import type { World } from './world.ts';

export function handleListLinks(world: World, { query, route }: Call): Reply {
  const [first, ...rest] = checkListQuery(query);
  if (first) return refusedFields([first, ...rest]);
  const newestFirst = world.links.toReversed();
  const page = pageOf(newestFirst, query);
  const listed = {
    ...page,
    items: page.items.map((link) => linkRecord(link, world.settings.linkAmountUnit)),
  };
  return answered(route.isV1 ? listed : { data: listed });
}

export function handleCreateLink(world: World, { body, route }: Call): Reply {
  const [first, ...rest] = linkRequestCheck(world)(body, '');
  if (first) return refusedFields([first, ...rest]);
  const link = createLink(world, body);
  world.links.push(link);
  return route.isV1 ? noContent : answered({ data: linkRecord(link, world.settings.linkAmountUnit) });
}

function createLink(world: World, body: unknown): PaymentLink {
  const cents = (name: string) => {
    const amount = numberField(body, name) ?? 0;
    return world.settings.linkAmountUnit === 'minor' ? amount : centsOfMajor(amount);
  };
  const amount = cents('amount');
  return {
    id: world.ids.word(),
    reference: referenceOf(world.links.length),
    isPaid: false,
    amount,
    totalAmount: amount + cents('taxes') + taxesOn(amount, listField(body, 'taxes')),
    createdAt: world.now(),
    customValues: listField(body, 'customValues'),
    isSeed: false,
  };
}
