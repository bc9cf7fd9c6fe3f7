import { Entity, ManyToOne, OneToOne, JoinColumn, Column } from "typeorm";
@Entity({ name: "inspection" })
export class Inspection {
  @Column({ type: "date", nullable: true }) inspectedOn?: Date;
  @ManyToOne(() => Employee, (e) => e.inspections, { nullable: false })
  @JoinColumn({ name: "inspectorId" })
  inspector!: Employee;
  @ManyToOne((type) => Asset)
  asset: Asset;
  @OneToOne(() => WorkOrder, (w) => w.inspection)
  other: WorkOrder;
}
@Entity("asset") export class Asset {}
