import { type ComponentPropsWithoutRef, forwardRef } from 'react';

interface ShopButtonProps extends ComponentPropsWithoutRef<'button'> {
  tone?: 'plain' | 'good';
}

/** The shop's own button. It passes on its props and its ref, which is all that a part needs. */
export const ShopButton = forwardRef<HTMLButtonElement, ShopButtonProps>(function ShopButton(
  { tone = 'plain', className, ...props },
  ref,
) {
  return <button {...props} ref={ref} className="shop-button" data-tone={tone} />;
});
