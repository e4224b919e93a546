import { type ComponentPropsWithoutRef, forwardRef } from 'react';

interface ShopButtonProps extends ComponentPropsWithoutRef<'button'> {
  tone?: 'plain' | 'good';
}

/** The shop's own button. It passes on what it is given, and its ref: that is all a part needs of it. */
export const ShopButton = forwardRef<HTMLButtonElement, ShopButtonProps>(function ShopButton(
  { tone = 'plain', className, ...props },
  ref,
) {
  return <button {...props} ref={ref} className="shop-button" data-tone={tone} />;
});
