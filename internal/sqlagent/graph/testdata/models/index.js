// Models as two generations of an application write them. This is read, never run.
const { Sequelize, DataTypes, Model } = require('sequelize');
const sequelize = new Sequelize(process.env.DB);

const Customer = sequelize.define('customer', {
  name: DataTypes.STRING, // hasMany(nobody)
  since: { type: DataTypes.DATE, validate: { is: /^[a-z]\/"'$/ } },
}, { freezeTableName: true });

class WorkOrder extends Model {
  static associate(models) {
    this.belongsTo(models.Employee, { as: 'technician', foreignKey: 'technicianId' });
    this.belongsTo(models.Employee, { as: 'supervisor' });
    this.belongsToMany(models.Part, { through: 'workOrderPart', foreignKey: 'workOrderId', otherKey: 'partId' });
    this.hasMany(models[process.env.NAME], { foreignKey: 'workOrderId' });
  }
}
WorkOrder.init({
  number: DataTypes.STRING,
  location: { type: DataTypes.INTEGER, field: 'customerLocationId', references: { model: 'customerLocation', key: 'id' } },
}, { sequelize, modelName: 'WorkOrder', tableName: 'workOrder' });

module.exports = { Customer, WorkOrder };
