interface Day {
  shop: string;
  /** Epoch ms. */
  openedAt: number;
}

/** For the demo only, whose server puts into the page which shop it is, and since when it has been open. */
export function seededDay(): Day | undefined {
  const json = document.querySelector('#day')?.textContent;
  return json ? (JSON.parse(json) as Day) : undefined;
}

/** A simulated shop that began anew takes the place of the one before, and nothing goes wrong there yet. */
export function openShop(): void {
  const day = seededDay();
  if (!day || localStorage.getItem('day') === day.shop) return;
  localStorage.removeItem('trouble');
  localStorage.setItem('day', day.shop);
}
